import { METADATA, TURNOVER_KIND } from '../common.ts';
import type { FieldDescriptions } from '../model.ts';

/** Fields of proformas and delivery notes that can be sent and are shown. */
export const CONVERTIBLE_FIELDS: FieldDescriptions = {
  clientId: 'Id of the client.',
  issueDate: 'Date of the document.',
  dueDate: 'When payment is due, not before the issue date.',
  currency: 'Currency by ISO 4217.',
  exchangeRate:
    'RON for one unit of the currency, with up to 6 decimals; 1 in RON. By default the last rate of the national bank that was published before the issue date, or 1 if none is known.',
  deliveryLocation: 'Where the goods are delivered.',
  projectReference: 'Reference of the project.',
  issuerName: 'Name of the person who issues the document.',
  issuerId: 'Id of that person: a user in the organization of the company.',
  salesAgent: 'Name of the sales agent.',
  notes: 'Notes for the client, printed on the document.',
  mentions: 'Mentions, printed on the document.',
  internalNote: 'A note for yourself; it is on no document.',
  ...METADATA,
};

/** Fields of proformas and delivery notes that are only shown. Amounts are texts with 2 decimals. */
export const CONVERTIBLE_SHOWN: FieldDescriptions = {
  series: 'The series that numbers the document.',
  client: 'The client, as on the document: later changes of its record are not copied.',
  exchangeRateDate: 'Day on which the national bank published the rate; null in RON, and when the rate was sent.',
  subtotal: 'Total without VAT, after discounts, in `currency`.',
  vatAmount: 'Total of the VAT, in `currency`.',
  total: 'Total with VAT, in `currency`.',
  cancellationReason: 'Why it was cancelled; null if it is not, or no reason was given.',
  cancellationNotes: 'Further notes about the cancellation.',
  cancelledAt: 'When it was cancelled; null otherwise.',
  convertedAt: 'When it was converted into an invoice; null otherwise.',
  convertedInvoiceId: 'Id of the invoice into which it was converted; null otherwise.',
  convertedInvoiceNumber: 'Number of that invoice; null until the invoice is issued.',
  createdAt: 'When it was created.',
  updatedAt: 'When it was last changed.',
};

/** What lines of both have in requests and answers. */
export const CONVERTIBLE_LINE: FieldDescriptions = {
  description: 'What is supplied, up to 2,000 characters.',
  vatRateId: 'Id of the VAT rate of the company.',
  unitOfMeasure: 'Unit, as a word such as `buc` or a code of UN/ECE Rec 20; by default that of the product, or `buc`.',
  productId: 'Id of the product; null: none.',
  turnoverKind: TURNOVER_KIND,
};

/** What lines of requests have besides. */
export const LINE_INPUT: FieldDescriptions = {
  ...CONVERTIBLE_LINE,
  uuid: 'Id of the existing line that this one replaces, in an update. Lines without it are new; existing lines that are not named are removed.',
  quantity: 'Quantity, greater than 0, with up to 4 decimals.',
  unitPrice: 'Price of one unit, not negative, with up to 4 decimals.',
};

/** What lines of answers have besides. */
export const LINE_SHOWN: FieldDescriptions = {
  ...CONVERTIBLE_LINE,
  uuid: 'Id of the line.',
  lineNumber: 'Place of the line, from 1.',
  quantity: 'Quantity, rounded to 2 decimals, as text.',
  unitPrice: 'Price of one unit, rounded to 2 decimals, as text.',
  unitOfMeasure: 'Unit, as a word such as `buc` or a code of UN/ECE Rec 20.',
  product: 'The product; null: none.',
  vatRateId: 'Id of the VAT rate of the company; null: none fits.',
  discount: 'Discount of the line as an amount; `0.00` without one.',
  discountPercent: 'Discount of the line in percent; null if it was not given in percent.',
  vatIncluded: 'Whether the unit price includes VAT.',
  subtotal: 'Total of the line without VAT, after the discount.',
  vatAmount: 'VAT of the line.',
  total: 'Total of the line with VAT.',
};

/** Filters of both lists. */
export const CONVERTIBLE_FILTERS: Record<string, string> = {
  search:
    'Text that the number, the name of the client, its tax number, or the order or contract number of a proforma contains, in any case, with or without diacritics.',
  status: 'Only documents with one of these statuses, separated by commas.',
  from: 'Issue date from, included.',
  to: 'Issue date up to, included.',
  clientId: 'Only documents of this client.',
  sort: 'What the documents are ordered by; `issueDate` by default. Equal ones are ordered by creation, newest first.',
  order: 'Direction of the order; `desc` by default.',
};

/** Bodies of conversions into an invoice. */
export const CONVERSION: FieldDescriptions = {
  invoiceSeriesId:
    'Id of the series that will number the invoice. By default the default series for invoices, or else the oldest active one.',
  issueDate: 'Date of the invoice; by default today.',
  dueDate: 'When its payment is due; by default as on the converted document, but not before `issueDate`.',
  overrideFields: 'Values that replace those of the converted document.',
};
