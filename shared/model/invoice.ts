import type { DocumentHeader, DocumentRef, Language, PersonRef } from './document.ts';
import type { DocumentExtensions } from './extensions.ts';
import type { TextFieldName } from './invoice-fields.ts';
import type { DocumentLine } from './line.ts';
import type { PaymentMethod } from './payment.ts';
import type { DocumentEvent } from './timeline.ts';

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

/** An earlier document that a document names by what is printed on it (BG-3). */
export interface PrecedingInvoice {
  /** BT-25 */
  number: string;
  /** BT-26; null on a received document that does not state it. */
  issueDate: string | null;
}

/** How a document came that the tax authority delivered. */
export interface ReceivedFrom {
  /** The authority's message about it. */
  messageId: string;
  /** The authority's archive, with its signature, as it was downloaded: a key of the bucket. */
  archivePath: string;
  /** The document with the same number, sender and date that was there before; null: none. */
  duplicateOf: string | null;
  /** How the company stood to VAT when it came; absent on what it sent itself, and on documents of before it was noted. */
  vat?: { isPayer: boolean; isDeferred: boolean };
}

/** What a company notes about a received document for its books. */
export interface Booking {
  expenseCategory: string | null;
  /** Account of the chart of accounts, such as `628`. */
  expenseAccount: string | null;
  /** The share of the VAT that may be deducted, percent. */
  vatDeductiblePercent: string;
  /** The day under which it is entered in the journal: that of its delivery, unless another is noted. */
  receivedDate: string;
}

export const BUYER_RESPONSES = ['accept', 'refuse'] as const;
/** `sent`: the authority has the message and has not decided; `delivered`: it took it over for the supplier. */
export const ANSWER_STATUSES = ['pending', 'sent', 'delivered', 'failed'] as const;

/** What the company has answered to the supplier of a received document. */
export interface BuyerAnswer {
  id: string;
  response: (typeof BUYER_RESPONSES)[number];
  reason: string | null;
  status: (typeof ANSWER_STATUSES)[number];
  answeredAt: string;
  /** When it may first have reached the authority: from then on it is looked for before it is sent again. */
  attemptedAt: string | null;
  sentAt: string | null;
  /** The authority's index of the message. */
  uploadIndex: string | null;
  /** Why it failed. */
  error: string | null;
}

/** The header of an invoice or a credit note; its plain texts are those of invoice-fields.ts. Its number is `DRAFT-<8 hex>` until it is issued. */
export interface Invoice extends DocumentHeader<InvoiceStatus>, Record<TextFieldName, string | null> {
  direction: 'outgoing' | 'incoming';
  isCreditNote: boolean;
  documentType: 'invoice' | 'credit_note';
  /** UNTDID 1001 (BT-3). */
  invoiceTypeCode: string;
  /** On corrections of self-billed documents (model/roles.ts): the client is the seller of these too. */
  selfBilled?: boolean;
  parentDocumentId: string | null;
  parentDocument: DocumentRef | null;
  /** Earlier documents beside the parent, such as those of another program (BG-3). */
  precedingInvoices?: PrecedingInvoice[];

  language: Language;

  // The buyer without a client record: `client` is then made of these (receiver.ts).
  receiverName: string | null;
  receiverCif: string | null;
  receiverAddress: string | null;
  receiverCity: string | null;
  receiverCounty: string | null;
  receiverCountry: string | null;

  paymentMethod: PaymentMethod;
  tvaLaIncasare: boolean;
  platitorTva: boolean;
  plataOnline: boolean;
  showClientBalance: boolean;
  clientBalanceExisting: string | null;
  clientBalanceOverdue: string | null;
  /** BT-7 */
  taxPointDate: string | null;
  penaltyEnabled: boolean;
  penaltyPercentPerDay: string | null;
  penaltyGraceDays: number | null;
  /** No automatic payment reminders; absent: there may be some. */
  remindersDisabled?: boolean;
  ublExtensions: DocumentExtensions | null;
  /** The VAT of the lines follows the client (`autoApplyVatRules`): it is decided anew when the client changes. */
  autoVat?: boolean;
  idempotencyKey: string | null;

  /** What it was converted from; absent where it was not. */
  proformaId?: string;
  /** The number of the proforma. */
  proformaReference?: string;
  deliveryNoteId?: string;
  /** The number of the delivery note. */
  deliveryNoteReference?: string;
  /** Of several delivery notes at once, in the order of the request. */
  deliveryNoteIds?: string[];

  /** The template that it was generated from. */
  recurringInvoiceId?: string;

  amountPaid: string;
  /** What the credit notes in force of an invoice take off it, positive (completions-documents §1.6). */
  creditedAmount: string;
  balance: string;
  /**
   * BT-115, signed like the total: what is to be paid after prepayment and rounding. Always on received documents; on others only
   * where `ublExtensions` makes it differ from the total (amounts/payable.ts).
   */
  payable?: string;
  paidAt: string | null;

  xmlPath: string | null;
  pdfPath: string | null;

  /** On documents that the tax authority delivered: status `synced`. */
  received?: ReceivedFrom;
  /** On documents that others sent: what the company notes for its books. */
  booking?: Booking;
  /** On documents received from a supplier: the last answer to it. */
  answer?: BuyerAnswer;

  taxauthStatus: TaxauthStatus | null;
  taxauthSubmissionId: string | null;
  taxauthUploadIndex: string | null;
  taxauthDownloadId: string | null;
  taxauthValidationErrors: string[] | null;
  /** A submission under way that is not yet recorded as uploaded. */
  submission: { id: string; startedAt: string; userId: string | null } | null;
  /** The last automatic reminder: of which due date, how many days from it, and the day of the run that sent it. */
  reminded?: { day: string; offsetDays: number; dueDate: string | null };
  submittedAt: string | null;
  validatedAt: string | null;

  cancelledBy: PersonRef | null;
  cancelledFromStatus: InvoiceStatus | null;
  restoredAt: string | null;
  restoredBy: PersonRef | null;
}

/** A credit note as the invoice that it credits knows it. */
export interface CreditNoteLink {
  id: string;
  number: string;
  status: InvoiceStatus;
  total: string;
}

/** A whole invoice or credit note: header and lines. */
export interface InvoiceDocument extends Invoice {
  lines: DocumentLine[];
}

export type InvoiceEvent = DocumentEvent<InvoiceStatus>;
