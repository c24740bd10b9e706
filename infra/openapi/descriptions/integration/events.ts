import { FISCAL_FIELDS } from '../common.ts';
import type { AreaDescriptions, FieldDescriptions } from '../model.ts';

const currency = 'Currency by ISO 4217.';
const clientName = 'Name of the client; null: the document has none.';

const metadata = 'Your own data on the record; absent without any.';

const named: FieldDescriptions = {
  invoiceUuid: 'Id of the invoice.',
  invoiceNumber: 'Its number; `DRAFT-<8 digits>` before it has one.',
};

const state: FieldDescriptions = { ...named, status: 'Its status.' };

const invoice: FieldDescriptions = {
  ...state,
  direction: '`outgoing`: issued by the company; `incoming`: received.',
  clientName,
  total: 'Its total with VAT.',
  ...FISCAL_FIELDS,
  currency,
  metadata,
};

/** The fields of `data` of an event. */
const inData = (fields: FieldDescriptions): FieldDescriptions => ({
  data: 'What happened.',
  ...Object.fromEntries(Object.entries(fields).map(([name, text]) => [`data.${name}`, text])),
});

const syncId = 'Id of the synchronization.';

/** What the events of webhooks carry. */
export const events: AreaDescriptions = {
  schemas: {
    EventInvoice: {
      description: 'Summary of an invoice or credit note.',
      fields: invoice,
    },
    EventPayment: {
      description: 'A payment of an invoice.',
      fields: {
        paymentUuid: 'Id of the payment.',
        invoiceUuid: 'Id of the invoice.',
        invoiceNumber: 'Number of the invoice.',
        amount: 'Its amount.',
        currency,
        paymentMethod: 'How it was paid.',
        paymentDate: 'Day of the payment.',
        type: '`payment`: money received; `refund`: paid back; `offset`: booked against another invoice.',
        paysBack: 'Whether the amount lowers what was paid.',
        offsetInvoiceId: 'Id of the other invoice of an offset; null for other payments.',
      },
    },
    EventClient: {
      description: 'A client.',
      fields: {
        clientUuid: 'Id of the client.',
        name: 'Its name.',
        cif: 'Its tax number; null for a person without one.',
        metadata,
      },
    },
    EventProforma: {
      description: 'Summary of a proforma.',
      fields: {
        proformaUuid: 'Id of the proforma.',
        proformaNumber: 'Its number.',
        status: 'Its status.',
        clientName,
        total: 'Its total with VAT, as decimal text.',
        currency,
        metadata,
      },
    },
    EventDeliveryNote: {
      description: 'Summary of a delivery note.',
      fields: {
        deliveryNoteUuid: 'Id of the delivery note.',
        deliveryNoteNumber: 'Its number.',
        status: 'Its status.',
        clientName,
        total: 'Its total with VAT, as decimal text.',
        currency,
        convertedInvoiceId: 'Id of the invoice that it was converted into; absent otherwise.',
        metadata,
      },
    },
    EventTransport: {
      description: "State of the declaration of a delivery note's transport.",
      fields: {
        deliveryNoteUuid: 'Id of the delivery note.',
        deliveryNoteNumber: 'Its number.',
        etransportStatus: 'Status of the declaration; null before it is sent.',
        etransportUit: 'Identifier of the transport (UIT); null before it is accepted.',
        errorMessage: 'Why the declaration was rejected or failed; null otherwise.',
      },
    },
    EventEmail: {
      description: 'The delivery status of a mail with a document.',
      fields: {
        emailId: 'Id of the mail.',
        documentType: 'Kind of the document.',
        documentUuid: 'Id of the document.',
        to: 'Address of the recipient.',
        deliveryStatus: 'The delivery status.',
        bounceReason: 'Why it came back; absent otherwise.',
      },
    },
    InvoiceSubmittedEvent: {
      fields: inData({
        ...invoice,
        taxauthSubmissionId: 'Id under which the tax authority received it.',
        submittedAt: 'When it was uploaded.',
      }),
    },
    InvoiceValidatedEvent: {
      fields: inData({
        ...state,
        taxauthSubmissionId: 'Id under which the tax authority received it.',
        validatedAt: 'When its answer was recorded.',
        metadata,
      }),
    },
    InvoiceRejectedEvent: {
      fields: inData({
        ...state,
        taxauthSubmissionId: 'Id under which the tax authority received it; null: it was not uploaded.',
        rejectionErrors: 'Why, as text for people.',
        metadata,
      }),
    },
    InvoiceCancelledEvent: {
      fields: inData({ ...invoice, reason: 'Why it was cancelled.', cancelledAt: 'When it was cancelled.' }),
    },
    InvoicePaidEvent: {
      fields: inData({
        ...named,
        amountPaid: 'Sum of its payments.',
        balance: 'What is still to be paid: 0.',
        paidAt: 'Day of the payment that completed it.',
        metadata,
      }),
    },
    InvoiceBuyerMessageEvent: {
      fields: inData({
        ...named,
        message: 'Text of the message.',
        messageId: 'Id of the message at the tax authority.',
      }),
    },
    ExportCompletedEvent: {
      fields: inData({
        exportId: 'Id of the export.',
        downloadUrl: 'Address of the archive; needs the `Authorization` header.',
        expiresAt: 'Until when it can be downloaded.',
      }),
    },
    SyncCompletedEvent: {
      fields: inData({
        syncId,
        invoicesSynced: 'Number of documents that were stored.',
        duration: 'How long it took, in seconds.',
        completedAt: 'When it ended.',
      }),
    },
    SyncFailedEvent: {
      fields: inData({ syncId, errorMessage: 'Why it failed, for people.', failedAt: 'When it failed.' }),
    },
  },
};
