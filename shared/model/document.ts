import type { Party, Seller } from './party.ts';
import type { VatGroup } from './vat/categories.ts';
import type { Metadata } from './callers-data/metadata.ts';
import type { CompanyId } from '#shared/base/kernel/ids.ts';

/**
 * The header of a stored document of any kind. Amounts, quantities, prices and rates are decimal strings (kernel/money.ts), dates
 * are `YYYY-MM-DD`, times are ISO 8601 in UTC with milliseconds. Field names are those of the API; BT-n in a comment is the
 * business term of EN 16931 that the field holds. Header and lines are separate items of the table (documents/store.ts).
 */
export interface DocumentHeader<Status extends string = string> {
  companyId: CompanyId;
  id: string;
  /** Incremented with every change; every write is conditional on it (optimistic locking). */
  version: number;

  /** The number in its series (BT-1), or a placeholder (`DRAFT-…`) until it is numbered. */
  number: string;
  /** The numeric part of the number; null until it is numbered. It stays when the document is cancelled and restored. */
  sequence: number | null;
  status: Status;
  seriesId: string | null;
  series: { id: string; name: string; prefix: string; year: number | null } | null;

  issueDate: string;
  dueDate: string | null;
  currency: string;
  exchangeRate: string;
  /**
   * The day on which the national bank published the rate; null in RON and when the caller stated the rate. Absent in documents
   * that are older than this field.
   */
  exchangeRateDate?: string | null;

  /** A copy of the company's record, updated with every write of the draft and fixed when it is issued. */
  seller: Seller;
  clientId: string | null;
  /** A copy of the client's record; null when the document has no client. */
  client: Party | null;

  notes: string | null;
  deliveryLocation: string | null;
  /** BT-11 */
  projectReference: string | null;
  /** Absent without any (metadata.ts). */
  metadata?: Metadata;

  subtotal: string;
  /** The sum of the lines' discounts, each with the sign of its line. */
  discount: string;
  vatTotal: string;
  total: string;
  vatGroups: VatGroup[];

  issuedAt: string | null;
  cancellationReason: string | null;
  cancelledAt: string | null;
  createdBy: PersonRef | null;
  createdAt: string;
  updatedAt: string;

  /** Hashes (documents/timeline-hashes.ts): of the lines, of the row in lists, of the last timeline entry, of this header. */
  linesHash?: string;
  rowHash?: string;
  timelineHash?: string | null;
  seal?: string;
}

export const LANGUAGES = ['ro', 'en', 'de', 'fr'] as const;
/** The language in which a document is printed. */
export type Language = (typeof LANGUAGES)[number];

/** A person, with name and e-mail address as they were at the time. */
export interface PersonRef {
  id: string | null;
  name: string;
  email: string | null;
}

/** A reference to another document (BG-3), with its data at the time when the reference was made. */
export interface DocumentRef {
  id: string;
  number: string;
  issueDate: string;
  total: string;
  /** Currency and exchange rate; stored for the parent of an invoice. */
  currency?: string;
  exchangeRate?: string;
}

/** Whether the number is still the placeholder of a draft. */
export const isPlaceholder = (number: string): boolean => number.startsWith('DRAFT-');
