import type { PersonRef } from '../model/document.ts';
import type { VatCategory } from '../model/vat/categories.ts';

/** Templates of invoices that are issued again and again (completions-documents §5). */

export const FREQUENCIES = ['weekly', 'biweekly', 'monthly', 'bimonthly', 'quarterly', 'semiannual', 'annual'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const DUE_DATE_TYPES = ['relative', 'fixed'] as const;
export type DueDateType = (typeof DUE_DATE_TYPES)[number];

export const PRICE_RULES = ['fixed', 'exchange_rate', 'markup'] as const;
export type PriceRule = (typeof PRICE_RULES)[number];

export const DOCUMENT_TYPES = ['invoice', 'credit_note'] as const;
export type RecurringDocumentType = (typeof DOCUMENT_TYPES)[number];

/** What a line is generated from. Decimals are strings. */
export interface RecurringLine {
  id: string;
  description: string;
  quantity: string;
  /** In the template's currency; with a `referenceCurrency`, in that. */
  unitPrice: string;
  unitOfMeasure: string;
  vatRateId: string;
  productId: string | null;
  priceRule: PriceRule;
  referenceCurrency: string | null;
  /** Percentage. */
  markupPercent: string | null;

  // Its figures at the rates of the last change of the template.
  vatRate: string;
  vatCategoryCode: VatCategory;
  subtotal: string;
  vatAmount: string;
  total: string;
}

/** What a template says of when its documents are issued. */
export interface Plan {
  frequency: Frequency;
  /** 1-31, clamped to the last day of the month; for weekly and biweekly 1-7 = Monday-Sunday. */
  frequencyDay: number;
  /** 1-12: annual alone. */
  frequencyMonth: number | null;
}

/** What a template says of when its documents are to be paid. */
export interface DueDateTerms {
  dueDateType: DueDateType;
  /** With `relative`. */
  dueDateDays: number | null;
  /** With `fixed`: 1-31, clamped to the last day of the month. */
  dueDateFixedDay: number | null;
}

/** A template without its lines. Item `C#<company>` / `RECURRING#<id>`. */
export interface RecurringHeader extends Plan, DueDateTerms {
  id: string;
  companyId: string;
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
  isActive: boolean;
  lastIssuedAt: string | null;
  lastInvoiceNumber: string | null;
  lastInvoiceId: string | null;
  /** Why the last run issued nothing; null once one issues something. */
  lastError: string | null;
  lastErrorAt: string | null;
  /** The day of a failed run: the template is left alone until the next one. Null again when somebody changes the template. */
  failedOn: string | null;
  /** The day of the last mail about a failure: there is one a day. */
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
