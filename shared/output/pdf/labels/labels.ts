import type { DefaultTerm } from '#shared/model/amounts/payment-term.ts';
import type { PrecedingRole } from '#shared/model/preceding.ts';
import type { Language } from '#shared/model/document.ts';
import type { PaymentMethod } from '#shared/model/payment.ts';
import type { StatedVatCategory, VatCategory } from '#shared/model/vat/categories.ts';

/** All fixed texts of printed documents in a language. */
export interface Labels {
  language: Language;
  /** BCP 47 tag whose number format the document uses. */
  locale: string;
  /** The sign after a percentage, in German and French with a space. */
  percentSign: '%' | '\u00a0%';

  /** Document titles. `reversal` is an ordinary invoice with a negative total. */
  title: Record<
    | 'invoice'
    | 'creditNote'
    | 'reversal'
    | 'corrected'
    | 'selfBilled'
    | 'accounting'
    | 'proforma'
    | 'deliveryNote'
    | 'returnNote',
    string
  >;
  /** Labels of references to an earlier document, by its role. */
  preceding: Record<PrecedingRole, string>;
  /** The same for several documents. */
  precedingMany: Record<PrecedingRole, string>;
  /** The word between the number and the date of an earlier document: "… of …". */
  ofDate: string;

  number: string;
  issueDate: string;
  dueDate: string;
  validUntil: string;
  currency: string;

  seller: string;
  buyer: string;
  vatId: string;
  taxId: string;
  /** The same for parties outside Romania. */
  foreign: Record<'vatId' | 'taxId', string>;
  personalNumber: string;
  registrationNumber: string;
  capital: string;
  email: string;
  phone: string;
  website: string;

  reference: Record<
    | 'order'
    | 'contract'
    | 'project'
    | 'deliveryLocation'
    | 'deliveryAddress'
    | 'deliveryDate'
    | 'taxPointDate'
    | 'invoicePeriod'
    | 'buyerReference'
    | 'buyerAccountingReference'
    | 'despatchAdvice'
    | 'receivingAdvice'
    | 'tenderOrLot'
    | 'invoicedObject'
    | 'documents',
    string
  >;

  line: Record<
    | 'number'
    | 'description'
    | 'code'
    | 'unit'
    | 'quantity'
    | 'unitPrice'
    | 'discount'
    | 'vatRate'
    | 'net'
    | 'vat'
    | 'total'
    | 'period'
    | 'origin'
    | 'vatIncluded',
    string
  >;

  /** The sums at the end of a page, and at the beginning of the next one. */
  carriedForward: string;
  broughtForward: string;

  vatBreakdown: string;
  taxable: string;
  /** Names of VAT categories; null for the standard category, whose rate is enough. */
  category: ByVatCategory;
  /** The exemption reason for groups whose lines state none (BT-120); for the zero rate its name. */
  exemption: ByVatCategory;
  notVatPayer: string;

  /** The heading of document-level allowances and charges. */
  adjustments: string;
  allowance: string;
  charge: string;
  /** "of", between a percentage and its base. */
  ofBase: string;

  lineTotal: string;
  allowanceTotal: string;
  chargeTotal: string;
  subtotal: string;
  lineNotInBase: string;
  notInBase: string;
  discountTotal: string;
  vatTotal: string;
  vatInLocalCurrency: string;
  exchangeRate: string;
  /** The rate of the national bank; followed by the date of its publication. */
  publishedRate: string;
  total: string;
  amountDue: string;
  prepaid: string;
  rounding: string;
  paid: string;
  credited: string;
  remaining: string;

  /** On proformas: the statement that it is not a fiscal document. */
  notFiscal: string;
  /** On delivery notes: whether an invoice follows. */
  invoiceFollows: string;
  noInvoiceFollows: string;
  /** On returns: the label of the note whose goods are returned. */
  returnOf: string;
  transferCause: string;
  destination: string;
  /** On delivery notes: labels of the transport identifier (UIT) and its data. */
  transport: Record<'heading' | 'uit' | 'cancelledUit' | 'validUntil' | 'vehicle' | 'trailers' | 'date', string>;
  /** On delivery notes: captions under the lines for signatures. */
  signatures: Record<'sender' | 'carrier' | 'receiver', string>;
  vatOnCollection: string;
  reverseCharge: string;

  /** For refunds: the heading, and a sentence about how it is settled. `invoice`: number of the credited invoice; null for none. */
  refund: string;
  refundTerms: (invoice: string | null) => string;

  payment: string;
  paymentMethodLabel: string;
  paymentMethod: Record<PaymentMethod, string>;
  paymentTerms: string;
  /** The terms of an invoice that states neither a due date nor terms. */
  defaultTerm: Record<DefaultTerm, string>;
  /** Labels of the payment should be short, because they share the line with the account number. */
  payee: string;
  iban: string;
  bank: string;
  /** The reference that the buyer should state in the payment. */
  paymentReference: string;
  penaltyLabel: string;
  penalty: (percentPerDay: string, graceDays: number) => string;

  mentions: string;
  notes: string;
  issuer: string;
  deputy: string;
  identityCard: string;
  vehicle: string;
  salesAgent: string;
  clientBalance: string;
  balanceExisting: string;
  balanceOverdue: string;

  /** "Page" and "of", for page numbers. */
  page: string;
  pageOf: string;
  draft: string;
  cancelled: string;
  /** The same on delivery notes, for languages in which the word has another gender. */
  cancelledNote: string;
}

/** Categories that only received documents have need no text. */
type ByVatCategory = Record<VatCategory, string | null> & { readonly [category in StatedVatCategory]?: string | null };
