/**
 * What the three invented companies of an accountant's year send: documents, payments, and what they change. The generator makes it,
 * requests.ts says it to the service, and law/ calculates from it alone.
 */

/** V is registered for VAT, T applies VAT on collection, N is not registered. */
export const COMPANIES = ['V', 'T', 'N'] as const;
export type Company = (typeof COMPANIES)[number];
/** Their clients: each other, a firm in Romania, a consumer, firms in the Union and elsewhere. */
export type Party = Company | 'Alfa' | 'Ana' | 'Berlin' | 'Boston';

export const isCompany = (party: Party): party is Company => COMPANIES.some(company => company === party);
export const countryOf = (party: Party): string => (party === 'Berlin' ? 'DE' : party === 'Boston' ? 'US' : 'RO');

export type Category = 'S' | 'AE' | 'K' | 'G' | 'E' | 'O';

export interface SentLine {
  description: string;
  /** Decimals. */
  quantity: string;
  unitPrice: string;
  category: Category;
  /** Percentage. */
  rate: string;
  discount?: string;
  discountPercent?: string;
  /** The price includes VAT. */
  gross?: true;
  service?: true;
  /** A negative line that settles the advance of the parent. */
  settles?: true;
}

export interface SentAllowance {
  isCharge: boolean;
  amount: string;
  rate: string;
}

/**
 * `invoice` also stands for negative invoices and for final invoices that settle an advance; `storno` and `correct` are the calls that take
 * back as a whole, by a credit note or by an invoice of type 384 with new lines; `selfBilled` is an invoice of type 389.
 */
export type Kind = 'invoice' | 'credit' | 'storno' | 'correct' | 'selfBilled';

export interface SentDocument {
  /** Its place in the year. */
  place: number;
  kind: Kind;
  issuer: Company;
  /** The client; of a self-billed invoice the supplier. */
  client: Party;
  /** `YYYY-MM-DD` */
  issueDate: string;
  currency: 'RON' | 'EUR' | 'USD';
  lines: SentLine[];
  allowances?: SentAllowance[];
  prepaid?: string;
  taxPointDate?: string;
  deliveredOn?: string;
  periodEnd?: string;
  parent?: SentDocument;
  /** What a self-billed invoice says of its supplier's VAT on collection. */
  onCollection?: boolean;
  /** Of the amount to pay, what was paid at once, in cents. */
  collected?: number;
}

/** A payment of a document, by its issuer or its recipient in its own books. Amounts in cents of the document's currency. */
export interface SentPayment {
  place: number;
  document: SentDocument;
  books: Company;
  amount: number;
  date: string;
}

/** A note of the recipient on a document that it received. */
export interface SentBooking {
  document: SentDocument;
  books: Company;
  deductiblePercent?: number;
  receivedDate?: string;
}

/** What happens in a month, in this order; the clock stands at its last day. */
export interface SentMonth {
  /** `YYYY-MM` */
  month: string;
  lastDay: string;
  documents: SentDocument[];
  /** Drafts that are never issued. */
  drafts: SentDocument[];
  /** Documents that take back or settle earlier ones. */
  followers: SentDocument[];
  payments: SentPayment[];
  /** Payments that are removed. */
  removed: SentPayment[];
  /** Cancelled before they were sent to the authority. */
  voided: SentDocument[];
  /** Sent to the authority, which validates them and hands them to the recipient. */
  submitted: SentDocument[];
  /** Cancelled after the authority has validated them. */
  cancelled: SentDocument[];
  /** What each company then finds in its list at the authority. */
  arrivals: { document: SentDocument; books: Company }[];
  bookings: SentBooking[];
  /** Payments of received documents. */
  laterPayments: SentPayment[];
}
