import type { DocumentHeader, DocumentRef, Language, PersonRef } from './document.ts';
import type { DrawnBy, Draw } from './amounts/draws.ts';
import type { DocumentExtensions } from './extensions.ts';
import type { TextFieldName } from './invoice-fields.ts';
import type { VatParts } from './fiscal/vat-parts.ts';
import type { DocumentLine } from './line.ts';
import type { PaymentMethod } from './payment.ts';
import type { ManualPurchase } from './purchase/model.ts';

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

/** The status of a document at the tax authority (EIN-27). */
export const TAXAUTH_STATUSES = ['pending', 'uploaded', 'validated', 'rejected', 'error'] as const;
export type TaxauthStatus = (typeof TAXAUTH_STATUSES)[number];

/** A reference to an earlier document by its number and date (BG-3). */
export interface PrecedingInvoice {
  /** BT-25 */
  number: string;
  /** BT-26; null on a received document that does not state it. */
  issueDate: string | null;
}

/** Data about the receipt of a document that the tax authority delivered, or that was entered by hand as a purchase. */
export interface ReceivedFrom {
  /** The id of the authority's message about the document; null: it was entered by hand. */
  messageId: string | null;
  /** Bucket key of the ZIP archive from the authority, which has the XML and its signature; null: it was entered by hand. */
  archivePath: string | null;
  /** The id of an earlier document with the same number, sender and date; null: none. */
  duplicateOf: string | null;
  /**
   * The company's VAT registration, and whether deduction is deferred (amounts/deduction.ts), when the document was received.
   * Absent on documents that the company sent itself, and on those that are older than this field.
   */
  vat?: { isPayer: boolean; isDeferred: boolean };
}

/** Bookkeeping data that a company enters for a received document. */
export interface Booking {
  expenseCategory: string | null;
  /** Account of the chart of accounts, such as `628`. */
  expenseAccount: string | null;
  /** The deductible share of the VAT, in percent. */
  vatDeductiblePercent: string;
  /** The rate in percent of VAT that the company owes itself. Absent or null: the standard rate. */
  selfAssessedRate?: string | null;
  /** The date of the entry in the purchase journal: the date of delivery by the authority, unless the user enters another one. */
  receivedDate: string;
}

export const BUYER_RESPONSES = ['accept', 'refuse'] as const;
/** `sent`: the authority has the message and has not decided; `delivered`: it has accepted it for delivery to the supplier. */
export const ANSWER_STATUSES = ['pending', 'sent', 'delivered', 'failed'] as const;

/** The company's message to the supplier of a received document. */
export interface BuyerAnswer {
  id: string;
  response: (typeof BUYER_RESPONSES)[number];
  reason: string | null;
  status: (typeof ANSWER_STATUSES)[number];
  answeredAt: string;
  /** When it may first have reached the authority; since then it must be searched for there before it is sent again. */
  attemptedAt: string | null;
  sentAt: string | null;
  /** The authority's index of the message. */
  uploadIndex: string | null;
  /** The reason of a failure. */
  error: string | null;
}

/**
 * The header of an invoice or credit note; invoice-fields.ts has its text fields. The number is `DRAFT-<8 hex>` until it is issued.
 */
export interface Invoice extends DocumentHeader<InvoiceStatus>, Record<TextFieldName, string | null> {
  direction: 'outgoing' | 'incoming';
  isCreditNote: boolean;
  documentType: 'invoice' | 'credit_note';
  /** UNTDID 1001 (BT-3). */
  invoiceTypeCode: string;
  /** Set on corrections of self-billed documents (roles.ts): there the client is the seller too. */
  selfBilled?: boolean;
  parentDocumentId: string | null;
  parentDocument: DocumentRef | null;
  /** Further earlier documents (BG-3), such as those from another program; the parent is not among them. */
  precedingInvoices?: PrecedingInvoice[];

  language: Language;

  // A buyer without client record: `client` is made from these fields (receiver.ts).
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
  /** Whether automatic payment reminders are disabled for this document. */
  remindersDisabled?: boolean;
  ublExtensions: DocumentExtensions | null;
  /** The VAT of the lines depends on the client (`autoApplyVatRules`) and is determined again when the client changes. */
  autoVat?: boolean;
  idempotencyKey: string | null;

  /** The proforma from which it was converted. */
  proformaId?: string;
  /** The number of the proforma. */
  proformaReference?: string;
  /** The delivery note from which it was converted. */
  deliveryNoteId?: string;
  /** The number of the delivery note. */
  deliveryNoteReference?: string;
  /** The delivery notes from which a bulk conversion made it, in the order of the request. */
  deliveryNoteIds?: string[];

  /** The recurring invoice that generated it. */
  recurringInvoiceId?: string;

  amountPaid: string;
  /** The sum of what reverses the invoice (amounts/settlement.ts), positive (SET-2). */
  creditedAmount: string;
  /** The part of `creditedAmount` that was not paid when it was credited. Absent: 0, or older than this field. */
  creditedUnpaid?: string;
  /**
   * The id of the invoice whose balance this document reduces. Set while it is in force, on negative invoices and received documents;
   * a credit note of the company reduces its parent.
   */
  settles?: string;
  /** The part of its amount that was not paid on that invoice when it reduced it. */
  settledUnpaid?: string;
  /** The id of the invoice that this document takes back as a whole, drafts of it included; set by the actions that do that. */
  reverses?: string;
  /** Whether the invoice is one of an advance, of which final invoices take off what they settle (amounts/advances.ts). */
  isAdvance?: boolean;
  /** What final invoices, and drafts of them, took off this advance. Absent: nothing. */
  drawn?: DrawnBy[];
  /** What this final invoice settles; it stays when the invoice is cancelled or taken back, which gives it back to the advances. */
  draws?: Draw[];
  balance: string;
  /**
   * BT-115: the amount to pay after prepayment and rounding, with the sign of the total. Always set on received documents; on
   * others only if `ublExtensions` makes it differ from the total (amounts/payable.ts).
   */
  payable?: string;
  /**
   * BT-109, BT-110 and BT-112: the totals of the e-invoice, with the sign of the total. Set only if allowances and charges of
   * `ublExtensions` make them differ from the stored ones.
   */
  fiscal?: { subtotal: string; vatTotal: string; total: string };
  /**
   * What base and VAT are worth more in lei than at the document's rate, because a line that settles an advance keeps the rate of the
   * advance. Set only if there is a difference, on documents that the company issues.
   */
  rateDifference?: { subtotal: string; vatTotal: string };
  /**
   * The part of its net total that is no turnover: deposits, and amounts paid in the client's name (vat/not-in-base.ts). Absent without any, on
   * documents from before this field, and on received ones.
   */
  notInBase?: string;
  /**
   * VAT on collection: what is not due yet of the VAT of an invoice in force; on what takes back, negative, what it took off that of its
   * invoice (fiscal/collection.ts). Absent where VAT on collection does not apply.
   */
  notDue?: VatParts[];
  paidAt: string | null;

  xmlPath: string | null;
  pdfPath: string | null;

  /** Set on documents that the tax authority delivered, on purchases that were entered by hand, and on imported ones; their status is `synced`. */
  received?: ReceivedFrom;
  /** Set on purchases that were entered by hand. */
  purchase?: ManualPurchase;
  /** Set on invoices that the company issued with another program and that were imported: their PDF and XML are there. */
  imported?: true;
  /** Set on documents from suppliers: bookkeeping data. */
  booking?: Booking;
  /** The month (`YYYY-MM`) that it counts in, because that of its tax point or receipt was closed (fiscal/closed-period.ts). */
  countedIn?: string;
  /** Set on documents from suppliers: the company's last message to the supplier. */
  answer?: BuyerAnswer;

  taxauthStatus: TaxauthStatus | null;
  taxauthSubmissionId: string | null;
  taxauthUploadIndex: string | null;
  taxauthDownloadId: string | null;
  taxauthValidationErrors: string[] | null;
  /** The submission in progress, until it is recorded as uploaded. */
  submission: { id: string; startedAt: string; userId: string | null } | null;
  /** The begin of a submission that failed without anybody knowing whether the authority got the document; until an upload is recorded. */
  perhapsSentSince?: string | undefined;
  /**
   * The last automatic reminder: the day on which it was sent, for which due date, and how many days after (negative: before) that.
   */
  reminded?: { day: string; offsetDays: number; dueDate: string | null };
  submittedAt: string | null;
  validatedAt: string | null;

  cancelledBy: PersonRef | null;
  cancelledFromStatus: InvoiceStatus | null;
  restoredAt: string | null;
  restoredBy: PersonRef | null;
}

/** The data of a credit note, or of another document that reverses an invoice, that are stored with that invoice. */
export interface CreditNoteLink {
  id: string;
  number: string;
  status: InvoiceStatus;
  total: string;
  /** The amount to pay, if it differs from the total. */
  payable?: string;
  /** Set for a document that is no credit note. */
  isCreditNote?: false;
  /** Set for a document that takes back the whole invoice (`reverses`). */
  whole?: true;
  /** Set for a cancelled document that the authority has validated: it still counts there. */
  validated?: true;
}

/** An invoice or credit note with its lines. */
export interface InvoiceDocument extends Invoice {
  lines: DocumentLine[];
}
