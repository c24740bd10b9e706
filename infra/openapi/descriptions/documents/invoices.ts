import { DEADLINE_FIELDS, PAGE_FIELDS, FISCAL_FIELDS, under } from '../common.ts';
import type { AreaDescriptions } from '../model.ts';
import { invoiceOperations } from './invoice-operations.ts';
import { creditNoteSchemas } from './credit-notes.ts';
import {
  AUTHORITY_FIELDS,
  BOOKING_FIELDS,
  INVOICE_FIELDS,
  RECEIVED_FIELDS,
  SHOWN_FIELDS,
  STAMP_FIELDS,
} from './invoice-fields.ts';
import { invoiceParts } from './invoice-parts.ts';
import { reversals } from './reversals.ts';

const IDS = { id: 'Id of the invoice.', uuid: 'The same as `id`.' };
const TIMES = { createdAt: 'When it was created.', updatedAt: 'When it was last changed.' };

/** What the body of an invoice has beside the fields that answers show. */
const BODY = {
  ...INVOICE_FIELDS,
  isCreditNote: 'False, or absent. With true, the body is that of a credit note.',
  documentType: '`invoice`, or absent. With `credit_note`, the body is that of a credit note.',
  precedingInvoices: 'Earlier documents that this one corrects or refunds, without `parentDocumentId`.',
  autoApplyVatRules:
    'Whether the VAT of the lines is set by the client, for clients in another EU state. If the EU register knows its VAT number: `AE` for services and `K` for goods (`kind` of the line); if not, the rate of its country. While the register does not answer, the lines stay as sent, with a warning.',
  vatIncluded: 'With `autoApplyVatRules`: whether unit prices include VAT, on all lines.',
  ublExtensions: 'Data for the e-invoice only.',
};

export const invoices: AreaDescriptions = {
  operations: invoiceOperations,
  schemas: {
    ...invoiceParts,
    ...reversals,
    ...creditNoteSchemas,
    Invoice: {
      description: 'An invoice, issued or received. Amounts are in its currency.',
      fields: {
        ...IDS,
        ...INVOICE_FIELDS,
        ...SHOWN_FIELDS,
        ...AUTHORITY_FIELDS,
        ...STAMP_FIELDS,
        ...RECEIVED_FIELDS,
        ...TIMES,
        isCreditNote: 'Always false: a credit note has another form.',
        documentType: 'Always `invoice`.',
        exchangeRateDate: 'Day on which the national bank published the rate; null in RON, and when the rate was sent.',
        idempotencyKey: 'The `idempotencyKey` of the body with which it was created.',
        client: 'The buyer, as on the document; null without a client record.',
        supplier: 'The seller: the company, or the sender of a received document.',
        series: 'The series that numbers the invoice.',
        'series.id': 'Id of the series.',
        'series.name': 'Its name.',
        'series.prefix': 'The text before its numbers.',
        'series.nextNumber': 'The next number of the series; null on issued documents.',
        parentDocument: 'The document that this one corrects or refunds.',
        precedingInvoices: 'Earlier documents that this one corrects or refunds, as they were sent.',
        ublExtensions: 'Data for the e-invoice only, as they were sent.',
        lines: 'The lines, in their order.',
        payments: 'Its payments, newest first.',
        events: 'Its timeline, newest first.',
        attachments: 'Its files.',
        proformaId: 'Id of the proforma that was converted into it.',
        proformaReference: 'Number of that proforma.',
        deliveryNoteId: 'Id of the delivery note that was converted into it.',
        deliveryNoteReference: 'Number of that delivery note.',
        deliveryNoteIds: 'Ids of all delivery notes that were converted into it.',
        recurringInvoiceId: 'Id of the template that issued it.',
        creditNotes: 'Credit notes of the invoice.',
        scheduledEmailAt: 'When it will be mailed to the client; null: no mail is planned.',
        warnings: 'Warnings about the change that this is the answer to. Absent if there are none.',
      },
    },
    InvoiceBatchInput: {
      description: 'Invoices and credit notes to draft.',
      fields: {
        invoices: 'Bodies of `POST /api/v1/invoices`, 1 to 100.',
        issue: 'Whether they are issued too, one by one in this order. By default false.',
      },
    },
    InvoiceBatch: {
      description: 'What came of a batch.',
      fields: {
        results: 'A result for each document, in their order.',
        succeeded: 'How many were done.',
        refused: 'How many were not.',
      },
    },
    InvoiceBatchResult: {
      description: 'What came of a document.',
      fields: {
        index: 'Its place in the request, from 0.',
        status: '201 when all was done; otherwise the status with which a single request would be refused.',
        invoice:
          'The document as lists show it; null: none was made. With an error beside it: it is a draft that could not be issued.',
        validation:
          'As in the answer of the single request: what its issue would refuse, and warnings, at most 20 of each; null without an invoice.',
        error: 'Why it was refused; null when it was not.',
        'error.code': 'What kind of error it is.',
        'error.message': 'What is wrong, for people.',
        'error.details': 'More for programs, as in the answer of a single request; at most 50 fields.',
      },
    },
    BulkSubmission: { description: 'Documents to submit.', fields: { ids: 'Their ids, 1 to 100.' } },
    BulkSubmissionPlan: {
      description: 'Which documents are going to be submitted.',
      fields: {
        planned: 'Number of documents whose submission is planned.',
        results: 'What came of each document, in the order of the ids; of one that is named twice, once.',
        'results.invoiceId': 'Id of the document.',
        'results.plannedAt': 'When its submission begins, within five minutes; null: it is not planned.',
        'results.error': 'Why it is not planned, and what to do; null: it is planned.',
      },
    },
    InvoiceInput: {
      description: 'Body of a new invoice.',
      fields: {
        ...BODY,
        lines: 'The lines, 1 to 1,000.',
        collect: 'Records a payment together with the invoice.',
        idempotencyKey:
          'A key of your own. A request with a key that an invoice has already gets that invoice, at any later time; `Idempotency-Key` keeps the whole answer for 24 hours.',
      },
    },
    InvoiceChange: {
      description: 'Fields of an invoice to change: absent ones stay unchanged, null clears.',
      fields: {
        ...BODY,
        ...BOOKING_FIELDS,
        documentSeriesId: `${INVOICE_FIELDS['documentSeriesId']} Ignored once the invoice has a number.`,
        lines: 'Replaces all lines.',
      },
    },
    InvoiceWithValidation: {
      description: 'An invoice, and what would prevent its issue.',
      fields: { invoice: 'The invoice.', validation: 'Errors that issuing it would report now, and warnings.' },
    },
    InvoiceRow: {
      description: 'An invoice in a list. Amounts are in its currency.',
      fields: {
        ...IDS,
        ...TIMES,
        number: 'Number, or `DRAFT-<8 digits>`.',
        status: 'Status of the document.',
        paymentStatus: 'Whether it is paid.',
        isOverdue: 'Whether the due date has passed and a balance is open.',
        direction: '`outgoing`: issued by the company; `incoming`: received.',
        source:
          '`manual`: a purchase that was entered by hand; `taxauth`: delivered by the tax authority; `import`: issued with another program and imported; null: made here.',
        isCreditNote: 'Whether it is a credit note.',
        currency: 'Currency by ISO 4217.',
        issueDate: 'Date of the document.',
        dueDate: 'When payment is due.',
        subtotal: 'Total without VAT.',
        vatTotal: 'Total of the VAT.',
        total: 'Total with VAT.',
        ...FISCAL_FIELDS,
        amountPaid: 'Sum of the payments.',
        balance: 'What is left to pay.',
        refundDue: 'What is owed back: the smaller of what was paid, and what payments and credits exceed the amount to pay by.',
        ...DEADLINE_FIELDS,
        clientName: 'Name of the buyer.',
        supplier: 'The seller: the company, or the sender of a received document.',
      },
    },
    SellerSummary: {
      description: 'The seller of a document.',
      fields: {
        id: 'Id of the seller; null for a supplier without a record.',
        name: 'Name of the seller.',
        cif: 'Tax number of the seller.',
      },
    },
    InvoicePage: {
      description: 'A page of invoices. With `isCreditNote=true`, the items are credit notes in their own form.',
      fields: {
        ...PAGE_FIELDS,
        totals:
          'Totals over all pages by currency and role, without cancelled documents, unless the tax authority has validated them. Only with `includeTotals=true`.',
        'totals.currency': 'Currency by ISO 4217.',
        'totals.role':
          'Whether the documents are sales or purchases of the company: a self-billed one is the opposite of its direction.',
        ...under('totals', FISCAL_FIELDS),
        'totals.subtotal': 'Total without VAT.',
        'totals.vatTotal': 'Total of the VAT.',
        'totals.total': 'Total with VAT.',
        'totals.receivable': 'What clients have still to pay.',
        'totals.payable': 'What the company has still to pay to suppliers.',
      },
    },
  },
};
