import type { PrecedingRole } from '../../model/preceding.ts';
import type { Language } from '../../model/document.ts';
import type { PaymentMethod } from '../../model/payment.ts';
import type { StatedVatCategory, VatCategory } from '../../model/vat/categories.ts';

/** Everything a printed document says that is not data, in one language. */
export interface Labels {
  language: Language;
  /** BCP 47 tag whose number format the document uses. */
  locale: string;
  /** What follows a percentage: German and French set it off. */
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
  /** What the earlier documents that one refers to are to it. */
  preceding: Record<PrecedingRole, string>;
  /** The same of several. */
  precedingMany: Record<PrecedingRole, string>;
  /** "no. of date", between an earlier document's number and its date. */
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
  /** The same of parties outside Romania. */
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

  vatBreakdown: string;
  taxable: string;
  /** What a VAT category is called; the standard category needs no name beside its rate. */
  category: ByVatCategory;
  /** Why no VAT is charged, for groups whose lines state no reason of their own (BT-120); of the zero rate, what it is. */
  exemption: ByVatCategory;
  notVatPayer: string;

  /** Allowances and charges of the document, and of a line. */
  adjustments: string;
  allowance: string;
  charge: string;
  /** "of", between a percentage and its base. */
  ofBase: string;

  lineTotal: string;
  allowanceTotal: string;
  chargeTotal: string;
  subtotal: string;
  discountTotal: string;
  vatTotal: string;
  vatInLocalCurrency: string;
  exchangeRate: string;
  /** Of the national bank: the day of publication follows. */
  publishedRate: string;
  total: string;
  amountDue: string;
  prepaid: string;
  rounding: string;
  paid: string;
  credited: string;
  remaining: string;

  /** Of a proforma: it is no document of taxes. */
  notFiscal: string;
  /** Of a delivery note, that it is or is not to be invoiced. */
  invoiceFollows: string;
  noInvoiceFollows: string;
  /** Of a return: the note whose goods come back. */
  returnOf: string;
  transferCause: string;
  destination: string;
  /** Of a delivery note: the identifier (UIT) of its transport, and what it was given for. */
  transport: Record<'heading' | 'uit' | 'cancelledUit' | 'validUntil' | 'vehicle' | 'trailers' | 'date', string>;
  /** Of a delivery note, under the lines on which it is signed: by who hands the goods over, carries them and takes them. */
  signatures: Record<'sender' | 'carrier' | 'receiver', string>;
  vatOnCollection: string;
  reverseCharge: string;

  /** How a document that pays back is settled: its heading, and what becomes of the amount; `invoice`: the one that a credit note credits. */
  refund: string;
  refundTerms: (invoice: string | null) => string;

  payment: string;
  paymentMethodLabel: string;
  paymentMethod: Record<PaymentMethod, string>;
  paymentTerms: string;
  /** Labels of the payment stand under its heading, and beside an account number: the shorter, the more room for it. */
  payee: string;
  iban: string;
  bank: string;
  /** What the payment is to name, so that the seller knows it. */
  paymentReference: string;
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

  /** "Page" and "of", around the counters of every page. */
  page: string;
  pageOf: string;
  draft: string;
  cancelled: string;
  /** Of a delivery note, where a language's word for it has another gender. */
  cancelledNote: string;
}

/** Categories that only received documents have say nothing. */
type ByVatCategory = Record<VatCategory, string | null> & { readonly [category in StatedVatCategory]?: string | null };
