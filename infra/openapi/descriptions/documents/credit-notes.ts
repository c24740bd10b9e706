import { DEADLINE_FIELDS, FISCAL_FIELDS, METADATA, without } from '../common.ts';
import type { AreaDescriptions, FieldDescriptions } from '../model.ts';
import { AUTHORITY_FIELDS, RECEIVED_FIELDS, SHOWN_FIELDS, STAMP_FIELDS } from './invoice-fields.ts';
import { LINE_FIELDS } from './invoice-parts.ts';

const given: FieldDescriptions = {
  direction: 'Always `outgoing` in requests. `incoming`: received.',
  parentDocumentId: 'Id of the credited invoice. It must be issued, and must not be a credit note.',
  clientId: 'Id of the client; the same as on the credited invoice.',
  seriesId: 'Id of the series; it must be one for credit notes.',
  issueDate: 'Date of the credit note.',
  dueDate: 'When it is due, not before the issue date.',
  currency: 'Currency by ISO 4217; the same as on the credited invoice.',
  exchangeRate: 'RON for one unit of the currency.',
  notes: 'Notes for the buyer.',
};

/** What lists do not show. */
const further: FieldDescriptions = {
  invoiceTypeCode: 'Type by UNTDID 1001; by default `381`.',
  paymentTerms: 'Terms of payment (BT-20).',
  issuerName: 'Name of the person who issues it.',
  issuerId: 'Identifier of that person.',
  mentions: 'Mentions that the law requires.',
  internalNote: 'A note for yourself; it is on no document.',
  ...METADATA,
  precedingInvoices: 'Further documents that it credits.',
  ublExtensions: 'Data for the e-invoice only. By default those of the credited invoice that a credit note needs.',
};

const row: FieldDescriptions = {
  ...given,
  source: '`taxauth`: delivered by the tax authority; null: made here.',
  id: 'Id of the credit note.',
  uuid: 'The same as `id`.',
  number: 'Number from the series; `DRAFT-<8 digits>` until it is issued.',
  isCreditNote: 'Always true.',
  series: 'The series; null on a received credit note.',
  client: 'The buyer, as on the document.',
  supplier: 'The seller: the company, or the sender of a received credit note.',
  status: SHOWN_FIELDS['status'] ?? '',
  taxauthStatus: 'Status at the tax authority; null before the submission.',
  taxauthUploadIndex: 'Index of the upload at the tax authority.',
  ...DEADLINE_FIELDS,
  subtotal: 'Total without VAT, negative, as text with 2 decimals.',
  vatAmount: 'VAT, negative, as text with 2 decimals.',
  total: 'Total with VAT, negative, as text with 2 decimals.',
  ...FISCAL_FIELDS,
  createdAt: 'When it was created.',
  updatedAt: 'When it was last changed.',
  parentDocument: 'The credited invoice.',
  'parentDocument.id': 'Its id.',
  'parentDocument.uuid': 'The same as `id`.',
  'parentDocument.number': 'Its number.',
  'parentDocument.issueDate': 'Its date.',
  'parentDocument.total': 'Its total with VAT, as text with 2 decimals.',
};

const quantity = 'Quantity: negative, or positive with a negative unit price.';

/** Schemas of credit notes, which are operated on by the paths of invoices. */
export const creditNoteSchemas: AreaDescriptions['schemas'] = {
  CreditNoteRow: { description: 'A credit note in a list.', fields: row },
  CreditNote: {
    description: 'A credit note. Its amounts are negative and are texts with 2 decimals.',
    fields: {
      ...row,
      ...further,
      ...AUTHORITY_FIELDS,
      ...STAMP_FIELDS,
      ...RECEIVED_FIELDS,
      documentType: 'Always `credit_note`.',
      language: 'Language of PDF and mails.',
      exchangeRateDate: 'Day on which the national bank published the rate; null in RON, and when the rate was sent.',
      idempotencyKey: 'The `idempotencyKey` of the body with which it was created.',
      lines: 'The lines, in their order.',
      totalDiscount: 'Sum of the discounts, positive.',
      'parentDocument.dueDate': 'When its payment is due.',
      'parentDocument.currency': 'Its currency.',
      'parentDocument.subtotal': 'Its total without VAT, as text with 2 decimals.',
      'parentDocument.vatAmount': 'Its VAT, as text with 2 decimals.',
      'parentDocument.status': 'Its status.',
      'parentDocument.taxauthUploadIndex': 'Index of its upload at the tax authority.',
      events: 'Its timeline, newest first.',
      attachments: 'Its files.',
      issuedAt: 'When it was issued.',
      uploadedAt: 'When it was submitted to the tax authority.',
      validatedAt: 'When the tax authority accepted it.',
      warnings: 'Warnings about the change that this is the answer to, such as a credit above the total of the invoice.',
    },
  },
  CreditNoteLine: {
    description: 'A line of a credit note. Amounts are negative and are texts with 2 decimals.',
    fields: {
      ...without(LINE_FIELDS, 'kind', 'productCode'),
      vatCategoryCode: 'VAT category (UNTDID 5305).',
      uuid: 'Id of the line.',
      lineNumber: 'Place of the line, from 1.',
      quantity,
      unitPrice: 'Price of one unit.',
      vatRateId: 'Id of the VAT rate of the company; null: none fits.',
      vatRate: 'The VAT rate.',
      subtotal: 'Total without VAT, after the discount.',
      vatAmount: 'VAT of the line.',
      total: 'Total with VAT.',
      product: 'The product; null: none.',
    },
  },
  CreditNoteClient: {
    description: 'The buyer of a credit note.',
    fields: {
      uuid: 'Id of the client; null: it has no record.',
      name: 'Name.',
      registrationNumber: 'Number in the trade register; without one the VAT number, or else the tax number.',
      address: 'Street and number.',
      email: 'Email address.',
    },
  },
  CreditNoteInput: {
    description: `Body of a credit note. \`isCreditNote: true\` or \`documentType: "credit_note"\` makes a body one. An update replaces the credit note as a whole;
\`parentDocumentId\`, \`clientId\` and \`currency\` cannot change then.`,
    fields: {
      ...given,
      ...further,
      isCreditNote: 'True.',
      documentType: '`credit_note`, or absent.',
      lines: 'The lines, 1 to 1,000.',
      idempotencyKey: 'A key of your own; a request with a key that a document has already gets that document.',
    },
  },
  CreditNoteLineInput: {
    description: 'A line of a credit note.',
    fields: {
      ...LINE_FIELDS,
      vatCategoryCode: 'VAT category (UNTDID 5305). By default that of the rate; at 0 %, that of the credited invoice.',
      uuid: 'In an update, the id of the line that this one replaces; without it, the line is new.',
      quantity,
      unitPrice: 'Price of one unit.',
      vatRateId: 'Id of the VAT rate of the company; it should be that of the credited line.',
      discount: 'Discount as a positive amount, which reduces the credit.',
    },
  },
};
