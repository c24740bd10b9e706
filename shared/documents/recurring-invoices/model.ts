import type { PersonRef } from '#shared/model/document.ts';
import type { Metadata } from '#shared/model/callers-data/metadata.ts';
import type { VatCategory } from '#shared/model/vat/categories.ts';
import type { NotTurnover } from '#shared/model/vat/turnover-kinds.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** Recurring invoices: templates from which documents are issued periodically (RCI-1 to RCI-29). */

export const FREQUENCIES = ['weekly', 'biweekly', 'monthly', 'bimonthly', 'quarterly', 'semiannual', 'annual'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const DUE_DATE_TYPES = ['relative', 'fixed'] as const;
export type DueDateType = (typeof DUE_DATE_TYPES)[number];

export const PRICE_RULES = ['fixed', 'exchange_rate', 'markup'] as const;
export type PriceRule = (typeof PRICE_RULES)[number];

export const DOCUMENT_TYPES = ['invoice', 'credit_note'] as const;
export type RecurringDocumentType = (typeof DOCUMENT_TYPES)[number];

/** A line of a template. Decimal numbers are strings. */
export interface RecurringLine {
  id: string;
  description: string;
  quantity: string;
  /** In `referenceCurrency` if there is one, else in the template's currency. */
  unitPrice: string;
  unitOfMeasure: string;
  vatRateId: string;
  productId: string | null;
  /** Absent: turnover. */
  turnoverKind?: NotTurnover;
  priceRule: PriceRule;
  referenceCurrency: string | null;
  /** Percentage. */
  markupPercent: string | null;

  // Calculated with the exchange rates at the last change of the template.
  vatRate: string;
  vatCategoryCode: VatCategory;
  subtotal: string;
  vatAmount: string;
  total: string;
}

/** The fields of a template that determine when documents are issued. */
export interface Plan {
  frequency: Frequency;
  /** 1-31, clamped to the last day of the month; for weekly and biweekly 1-7 = Monday-Sunday. */
  frequencyDay: number;
  /** 1-12, only for `annual`. */
  frequencyMonth: number | null;
}

/** The fields of a template that determine the due date of its documents. */
export interface DueDateTerms {
  dueDateType: DueDateType;
  /** For `relative`: days after the issue date. */
  dueDateDays: number | null;
  /** For `fixed`: day of the month, 1-31, clamped to the last day of the month. */
  dueDateFixedDay: number | null;
}

/** A template without its lines. Item `C#<company>` / `RECURRING#<id>`. */
export interface RecurringHeader extends Plan, DueDateTerms {
  id: string;
  companyId: CompanyId;
  version: number;
  clientId: string;
  seriesId: string;
  reference: string | null;
  documentType: RecurringDocumentType;
  currency: string;
  invoiceTypeCode: string;
  /** The day for which the next document is issued: its scheduled date. */
  nextIssuanceDate: string;
  stopDate: string | null;
  notes: string | null;
  paymentTerms: string | null;
  autoEmailEnabled: boolean;
  /** `HH:mm`, Europe/Bucharest. */
  autoEmailTime: string;
  /** Days after the issue date. */
  autoEmailDayOffset: number;
  penaltyEnabled: boolean;
  penaltyPercentPerDay: string | null;
  penaltyGraceDays: number | null;
  /** Copied to the documents; absent without any. */
  metadata?: Metadata;
  isActive: boolean;
  lastIssuedAt: string | null;
  lastInvoiceNumber: string | null;
  lastInvoiceId: string | null;
  /** Why the last run issued nothing; null after a successful one. */
  lastError: string | null;
  lastErrorAt: string | null;
  /** The day of a failed run: the template is not tried again on that day. Null again when a user changes the template. */
  failedOn: string | null;
  /** The day of the last mail about a failure; at most one is sent a day. */
  notifiedOn: string | null;
  subtotal: string;
  vatTotal: string;
  total: string;
  createdBy: PersonRef;
  createdAt: string;
  updatedAt: string;
}

export interface RecurringInvoice extends RecurringHeader {
  lines: RecurringLine[];
}
