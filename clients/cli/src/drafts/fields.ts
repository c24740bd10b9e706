import type { components } from '../../../typescript/src/index.ts';

/** The fields of a document to draft, as `POST /api/v1/invoices` takes them. The compiler refuses this list when a field is missing. */

type Schemas = components['schemas'];

/** How a cell of a spreadsheet is read for a field; `object`: not from a cell. */
export type Kind = 'text' | 'date' | 'decimal' | 'whole' | 'boolean' | 'object';

export const DOCUMENT_FIELDS = {
  clientId: 'text',
  receiverName: 'text',
  receiverCif: 'text',
  receiverAddress: 'text',
  receiverCity: 'text',
  receiverCounty: 'text',
  receiverCountry: 'text',
  documentSeriesId: 'text',
  isCreditNote: 'boolean',
  isAdvance: 'boolean',
  documentType: 'text',
  parentDocumentId: 'text',
  precedingInvoices: 'object',
  dueDate: 'date',
  currency: 'text',
  exchangeRate: 'decimal',
  invoiceTypeCode: 'text',
  notes: 'text',
  paymentTerms: 'text',
  paymentMethod: 'text',
  deliveryLocation: 'text',
  projectReference: 'text',
  orderNumber: 'text',
  contractNumber: 'text',
  issuerName: 'text',
  issuerId: 'text',
  mentions: 'text',
  internalNote: 'text',
  salesAgent: 'text',
  deputyName: 'text',
  deputyIdentityCard: 'text',
  deputyAuto: 'text',
  language: 'text',
  tvaLaIncasare: 'boolean',
  platitorTva: 'boolean',
  plataOnline: 'boolean',
  showClientBalance: 'boolean',
  clientBalanceExisting: 'decimal',
  clientBalanceOverdue: 'decimal',
  autoApplyVatRules: 'boolean',
  vatIncluded: 'boolean',
  ublExtensions: 'object',
  taxPointDate: 'date',
  taxPointDateCode: 'text',
  buyerReference: 'text',
  receivingAdviceReference: 'text',
  despatchAdviceReference: 'text',
  tenderOrLotReference: 'text',
  invoicedObjectIdentifier: 'text',
  buyerAccountingReference: 'text',
  businessProcessType: 'text',
  payeeName: 'text',
  payeeIdentifier: 'text',
  payeeLegalRegistrationIdentifier: 'text',
  payeeBankAccount: 'text',
  payeeBankName: 'text',
  penaltyEnabled: 'boolean',
  penaltyPercentPerDay: 'decimal',
  penaltyGraceDays: 'whole',
  remindersDisabled: 'boolean',
  metadata: 'object',
  issueDate: 'date',
  lines: 'object',
  collect: 'object',
  idempotencyKey: 'text',
  direction: 'text',
  seriesId: 'text',
} satisfies Record<keyof Schemas['InvoiceInput'] | keyof Schemas['CreditNoteInput'], Kind>;

export const LINE_FIELDS = {
  description: 'text',
  quantity: 'decimal',
  unitPrice: 'decimal',
  vatRate: 'decimal',
  vatCategoryCode: 'text',
  vatRateId: 'text',
  unitOfMeasure: 'text',
  productId: 'text',
  discount: 'decimal',
  discountPercent: 'decimal',
  vatIncluded: 'boolean',
  productCode: 'text',
  exchangeRate: 'decimal',
  kind: 'text',
  turnoverKind: 'text',
  addSgr: 'boolean',
  ublExtensions: 'object',
  uuid: 'text',
} satisfies Record<keyof Schemas['InvoiceLineInput'] | keyof Schemas['CreditNoteLineInput'], Kind>;

/** By which a file names the client in place of its id: tax number, or name. */
export const BUYER_FIELDS = { cif: 'text', client: 'text' } satisfies Record<string, Kind>;

/** The field of a line that an invoice has too, and that a column means for the invoice. */
const OF_THE_INVOICE = 'exchangeRate';

export interface Column {
  of: 'invoice' | 'buyer' | 'line';
  kind: Kind;
}

/** The columns of a file: each with what it belongs to. */
export const COLUMNS: ReadonlyMap<string, Column> = new Map([
  ...columns('invoice', DOCUMENT_FIELDS),
  ...columns('line', LINE_FIELDS).filter(([name]) => name !== OF_THE_INVOICE),
  ...columns('buyer', BUYER_FIELDS),
  ...columns('invoice', { invoice: 'text' }),
]);

function columns(of: Column['of'], fields: Record<string, Kind>): [string, Column][] {
  return Object.entries(fields).map(([name, kind]) => [name, { of, kind }]);
}
