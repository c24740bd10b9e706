import { newId } from '#shared/base/kernel/ids.ts';
import { owedOf } from '#shared/model/amounts/owed.ts';
import { withFiscalTotals } from '#shared/model/amounts/payable.ts';
import { computeTotals } from '#shared/model/amounts/totals.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { BLANK_TEXTS } from '#shared/model/invoice-fields.ts';
import type { LineInput } from '#shared/model/line.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import type { Payment } from '#shared/model/payment.ts';
import type { Party, Seller } from '#shared/model/party.ts';

/** Valid example companies, lines and documents for tests; each field can be overridden. */

export const sampleSeller = (overrides: Partial<Seller> = {}): Seller => ({
  id: '0198c0de-0000-7000-8000-000000000001',
  type: 'company',
  name: 'Atelierul de Lemn Țiriac & Fiii SRL',
  cif: '40123452',
  cnp: null,
  vatCode: 'RO40123452',
  isVatPayer: true,
  registrationNumber: 'J40/1234/2019',
  address: 'Str. Mântuleasa nr. 17, sector 2',
  city: 'București',
  county: 'București',
  postalCode: '023962',
  country: 'RO',
  email: 'facturi@atelierul-de-lemn.example',
  phone: '+40 21 555 01 23',
  capitalSocial: '200 lei',
  website: 'https://atelierul-de-lemn.example',
  iban: 'RO49AAAA1B31007593840000',
  bankName: 'Banca Exemplu',
  ...overrides,
});

export const sampleBuyer = (overrides: Partial<Party> = {}): Party => ({
  id: '0198c0de-0000-7000-8000-000000000002',
  type: 'company',
  name: 'Șantierul Verde SA',
  cif: 'RO18547290',
  cnp: null,
  vatCode: null,
  isVatPayer: true,
  registrationNumber: 'J12/345/2006',
  address: 'Calea Moților nr. 8',
  city: 'Cluj-Napoca',
  county: 'Cluj',
  postalCode: '400001',
  country: 'RO',
  email: 'contabilitate@santierul-verde.example',
  phone: null,
  ...overrides,
});

export const sampleConsumer = (overrides: Partial<Party> = {}): Party =>
  sampleBuyer({
    type: 'individual',
    name: 'Ioana Ștefănescu',
    cif: null,
    isVatPayer: false,
    registrationNumber: null,
    ...overrides,
  });

export const sampleLine = (overrides: Partial<LineInput> = {}): LineInput => ({
  description: 'Masă din stejar',
  quantity: '1',
  unitPrice: '100',
  unitOfMeasure: 'buc',
  vatRate: '21',
  vatCategoryCode: 'S',
  vatRateId: null,
  vatRateName: null,
  productId: null,
  productCode: null,
  productName: null,
  discount: null,
  discountPercent: null,
  vatIncluded: false,
  ublExtensions: null,
  ...overrides,
});

/** Fields of a document that follow from its lines. */
type Computed = 'lines' | 'subtotal' | 'discount' | 'vatTotal' | 'total' | 'balance' | 'vatGroups';

export type DocumentOverrides = Partial<Omit<InvoiceDocument, Computed>> & { lines?: LineInput[] };

/** An issued invoice as it is stored; its amounts follow from `lines`. Everything else can be overridden. */
export function sampleDocument({ lines = [sampleLine()], ...overrides }: DocumentOverrides = {}): InvoiceDocument {
  const totals = computeTotals(lines);
  const document = withFiscalTotals({
    ...BLANK,
    seller: sampleSeller(),
    client: sampleBuyer(),
    ...overrides,
    lines: totals.lines.map((line, index) => ({ ...line, id: newId(), lineNumber: index + 1 })),
    subtotal: totals.subtotal,
    discount: totals.discount,
    vatTotal: totals.vatTotal,
    total: totals.total,
    balance: totals.total,
    vatGroups: totals.vatGroups,
  });
  return { ...document, balance: owedOf(document) };
}

/** A bank transfer for `sampleDocument`, as it is stored. */
export const samplePayment = (overrides: Partial<Payment> = {}): Payment => ({
  ...{ id: newId(), invoiceId: BLANK.id, amount: '100.00', currency: 'RON', paymentDate: '2026-03-10' },
  ...{ paymentMethod: 'bank_transfer', reference: null, notes: null, isReconciled: false, createdBy: null },
  ...{ createdAt: '2026-03-10T09:00:00.000Z', updatedAt: '2026-03-10T09:00:00.000Z' },
  ...overrides,
});

/** A credit note: type 381, every quantity negative, as it is stored. */
export const sampleCreditNote = ({ lines = [sampleLine()], ...overrides }: DocumentOverrides = {}): InvoiceDocument =>
  sampleDocument({
    number: 'NC-2026-001',
    isCreditNote: true,
    documentType: 'credit_note',
    invoiceTypeCode: '381',
    parentDocumentId: '0198c0de-0000-7000-8000-000000000009',
    lines: lines.map(line => ({ ...line, quantity: line.quantity.startsWith('-') ? line.quantity : `-${line.quantity}` })),
    ...overrides,
  });

const BLANK: Omit<InvoiceDocument, Computed | 'seller' | 'client'> = {
  companyId: companyScope('0198c0de-0000-7000-8000-000000000001'),
  id: '0198c0de-0000-7000-8000-000000000003',
  version: 2,
  number: 'FCT-2026-001',
  sequence: 1,
  status: 'issued',
  direction: 'outgoing',
  isCreditNote: false,
  documentType: 'invoice',
  invoiceTypeCode: '380',
  seriesId: '0198c0de-0000-7000-8000-000000000004',
  series: { id: '0198c0de-0000-7000-8000-000000000004', name: 'FCT', prefix: 'FCT-', year: 2026 },
  parentDocumentId: null,
  parentDocument: null,
  issueDate: '2026-03-02',
  dueDate: '2026-04-01',
  currency: 'RON',
  exchangeRate: '1',
  language: 'ro',
  clientId: '0198c0de-0000-7000-8000-000000000002',
  receiverName: null,
  receiverCif: null,
  receiverAddress: null,
  receiverCity: null,
  receiverCounty: null,
  receiverCountry: null,
  ...BLANK_TEXTS,
  paymentMethod: 'bank_transfer',
  tvaLaIncasare: false,
  platitorTva: true,
  plataOnline: false,
  showClientBalance: false,
  clientBalanceExisting: null,
  clientBalanceOverdue: null,
  taxPointDate: null,
  penaltyEnabled: false,
  penaltyPercentPerDay: null,
  penaltyGraceDays: null,
  ublExtensions: null,
  idempotencyKey: null,
  amountPaid: '0.00',
  creditedAmount: '0.00',
  paidAt: null,
  xmlPath: null,
  pdfPath: null,
  taxauthStatus: null,
  taxauthSubmissionId: null,
  taxauthUploadIndex: null,
  taxauthDownloadId: null,
  taxauthValidationErrors: null,
  submission: null,
  submittedAt: null,
  validatedAt: null,
  issuedAt: '2026-03-02T08:00:00.000Z',
  cancellationReason: null,
  cancelledAt: null,
  cancelledBy: null,
  cancelledFromStatus: null,
  restoredAt: null,
  restoredBy: null,
  createdBy: null,
  createdAt: '2026-03-02T07:59:00.000Z',
  updatedAt: '2026-03-02T08:00:00.000Z',
};
