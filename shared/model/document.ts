/**
 * The stored invoice and credit note. Amounts, quantities, prices and rates are decimal strings (kernel/money.ts), dates
 * are `YYYY-MM-DD`, instants ISO 8601 UTC with milliseconds. Field names are those of interface.md; BT-n in a comment is
 * the EN 16931 business term the field carries. The lines and the head are separate items of the table (documents/store.ts).
 */

import type { DocumentExtensions, InvoiceLine, Party, Seller, VatGroup } from './parts.ts';

export * from './parts.ts';

export const INVOICE_STATUSES = [
  'draft',
  'issued',
  'sent_to_provider',
  'uploaded',
  'validated',
  'rejected',
  'error',
  'cancelled',
  'synced',
] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** What the tax authority has said of a document (completions-documents §1.17). */
export const TAXAUTH_STATUSES = ['pending', 'uploaded', 'validated', 'rejected', 'error'] as const;
export type TaxauthStatus = (typeof TAXAUTH_STATUSES)[number];

export const PAYMENT_METHODS = ['bank_transfer', 'cash', 'card', 'cheque', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const LANGUAGES = ['ro', 'en', 'de', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface PersonRef {
  id: string | null;
  name: string;
  email: string | null;
}

/** A document that another one refers to (BG-3), as it was when the reference was made. */
export interface DocumentRef {
  id: string;
  number: string;
  issueDate: string;
  total: string;
}

/** An earlier document that a document names by what is printed on it (BG-3). */
export interface PrecedingInvoice {
  /** BT-25 */
  number: string;
  /** BT-26; null on a received document that does not tell it. */
  issueDate: string | null;
}

export interface Invoice {
  companyId: string;
  id: string;
  /** Grows by one with every change; every write is conditional on it. */
  version: number;

  /** `DRAFT-<8 hex>` until issued, then the series number (BT-1). */
  number: string;
  /** The number within the series, once taken. It survives cancel and restore. */
  sequence: number | null;
  status: InvoiceStatus;
  direction: 'outgoing' | 'incoming';
  isCreditNote: boolean;
  documentType: 'invoice' | 'credit_note';
  /** UNTDID 1001 (BT-3). */
  invoiceTypeCode: string;
  seriesId: string | null;
  series: { id: string; name: string; prefix: string; year: number | null } | null;
  /** On corrections of self-billed documents (model/roles.ts): the client is the seller of these too. */
  selfBilled?: boolean;
  parentDocumentId: string | null;
  parentDocument: DocumentRef | null;
  /** Earlier documents beside the parent, such as those of another program (BG-3). */
  precedingInvoices?: PrecedingInvoice[];

  issueDate: string;
  dueDate: string | null;
  currency: string;
  exchangeRate: string;
  language: Language;

  /** The seller as of the last write of the draft; fixed at issue. */
  seller: Seller;
  clientId: string | null;
  /** The buyer: a copy of the client record, or made of the receiver's fields (receiver.ts). Null when neither was given. */
  client: Party | null;
  receiverName: string | null;
  receiverCif: string | null;
  receiverAddress: string | null;
  receiverCity: string | null;
  receiverCounty: string | null;
  receiverCountry: string | null;

  notes: string | null;
  paymentTerms: string | null;
  paymentMethod: PaymentMethod;
  deliveryLocation: string | null;
  /** BT-11 */
  projectReference: string | null;
  /** BT-13 */
  orderNumber: string | null;
  /** BT-12 */
  contractNumber: string | null;
  issuerName: string | null;
  issuerId: string | null;
  mentions: string | null;
  internalNote: string | null;
  salesAgent: string | null;
  deputyName: string | null;
  deputyIdentityCard: string | null;
  deputyAuto: string | null;
  tvaLaIncasare: boolean;
  platitorTva: boolean;
  plataOnline: boolean;
  showClientBalance: boolean;
  clientBalanceExisting: string | null;
  clientBalanceOverdue: string | null;
  /** BT-7 */
  taxPointDate: string | null;
  /** BT-8 */
  taxPointDateCode: string | null;
  /** BT-10 */
  buyerReference: string | null;
  /** BT-15 */
  receivingAdviceReference: string | null;
  /** BT-16 */
  despatchAdviceReference: string | null;
  /** BT-17 */
  tenderOrLotReference: string | null;
  /** BT-18 */
  invoicedObjectIdentifier: string | null;
  /** BT-19 */
  buyerAccountingReference: string | null;
  /** BT-23 */
  businessProcessType: string | null;
  /** BT-59 */
  payeeName: string | null;
  /** BT-60 */
  payeeIdentifier: string | null;
  /** BT-61 */
  payeeLegalRegistrationIdentifier: string | null;
  payeeBankAccount: string | null;
  payeeBankName: string | null;
  penaltyEnabled: boolean;
  penaltyPercentPerDay: string | null;
  penaltyGraceDays: number | null;
  ublExtensions: DocumentExtensions | null;
  /** The VAT of the lines follows the client (`autoApplyVatRules`): it is decided anew when the client changes. */
  autoVat?: boolean;
  idempotencyKey: string | null;

  subtotal: string;
  /** Sum of the lines' discounts, each with the sign of its line. */
  discount: string;
  vatTotal: string;
  total: string;
  amountPaid: string;
  /** What the credit notes in force of an invoice take off it, positive (completions-documents §1.6). */
  creditedAmount: string;
  balance: string;
  /**
   * BT-115, signed like the total: what is to be paid after prepayment and rounding. Always on received documents; on others only
   * where `ublExtensions` makes it differ from the total (payable.ts).
   */
  payable?: string;
  paidAt: string | null;
  vatGroups: VatGroup[];

  xmlPath: string | null;
  pdfPath: string | null;

  taxauthStatus: TaxauthStatus | null;
  taxauthSubmissionId: string | null;
  taxauthUploadIndex: string | null;
  taxauthDownloadId: string | null;
  taxauthValidationErrors: string[] | null;
  /** A submission under way that is not yet recorded as uploaded (submit.ts). */
  submission: { id: string; startedAt: string; userId: string | null } | null;
  submittedAt: string | null;
  validatedAt: string | null;

  issuedAt: string | null;
  cancellationReason: string | null;
  cancelledAt: string | null;
  cancelledBy: PersonRef | null;
  cancelledFromStatus: InvoiceStatus | null;
  restoredAt: string | null;
  restoredBy: PersonRef | null;
  createdBy: PersonRef | null;
  createdAt: string;
  updatedAt: string;

  /** The hashes of documents/timeline-hashes.ts: of the lines, of what lists show (row.ts), of the last entry of the timeline, of this head. */
  linesHash?: string;
  rowHash?: string;
  timelineHash?: string | null;
  seal?: string;
}

/** A credit note as the invoice that it credits knows it. */
export interface CreditNoteLink {
  id: string;
  number: string;
  status: InvoiceStatus;
  total: string;
}

/** A whole document: head and lines. */
export interface InvoiceDocument extends Invoice {
  lines: InvoiceLine[];
}

/** The sixteen timeline types of interface.md §Events. */
export const EVENT_TYPES = [
  'created',
  'updated',
  'status_change',
  'issued',
  'taxauth_submitted',
  'taxauth_validated',
  'taxauth_rejected',
  'email_sent',
  'payment_received',
  'payment_deleted',
  'cancelled',
  'restored',
  'pdf_generated',
  'xml_generated',
  'viewed',
  'downloaded',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export interface InvoiceEvent {
  id: string;
  type: EventType;
  status: InvoiceStatus | null;
  timestamp: string;
  details: string;
  user: PersonRef | null;
  metadata: Record<string, unknown> | null;
  /** Of an issue that took a number: its place in the series, and the hash of the issue before it there. */
  series?: { id: string; sequence: number; previousHash: string | null };
  /** The hash of the record that the entry tells of, where that is an item of its own. */
  subjectHash?: string;
  /** The hashes of documents/timeline-hashes.ts: of the entry before, of what the document stated after it, of this entry. */
  previousHash?: string | null;
  documentHash?: string;
  hash?: string;
}

/** Whether the number is still the placeholder of a draft. */
export const isPlaceholder = (number: string): boolean => number.startsWith('DRAFT-');
