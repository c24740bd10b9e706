import type { Party, Seller } from './party.ts';
import type { VatGroup } from './vat/categories.ts';

/**
 * What stored documents of all kinds share. Amounts, quantities, prices and rates are decimal strings (kernel/money.ts), dates are
 * `YYYY-MM-DD`, instants ISO 8601 UTC with milliseconds. Field names are those of interface.md; BT-n in a comment is the EN 16931
 * business term the field carries. The header and the lines are separate items of the table (documents/store.ts).
 */
export interface DocumentHeader<Status extends string = string> {
  companyId: string;
  id: string;
  /** Grows by one with every change; every write is conditional on it. */
  version: number;

  /** The series number (BT-1), or a placeholder until it is taken. */
  number: string;
  /** The number within the series, once taken. It survives cancel and restore. */
  sequence: number | null;
  status: Status;
  seriesId: string | null;
  series: { id: string; name: string; prefix: string; year: number | null } | null;

  issueDate: string;
  dueDate: string | null;
  currency: string;
  exchangeRate: string;
  /**
   * The day on which the national bank published the rate; null where the caller stated it, and in RON. Documents from before there were
   * published rates have none.
   */
  exchangeRateDate?: string | null;

  /** The company as of the last write of the draft; fixed at issue. */
  seller: Seller;
  clientId: string | null;
  /** The client: a copy of its record. Null when none was given. */
  client: Party | null;

  notes: string | null;
  deliveryLocation: string | null;
  /** BT-11 */
  projectReference: string | null;

  subtotal: string;
  /** Sum of the lines' discounts, each with the sign of its line. */
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

  /** The hashes of documents/timeline-hashes.ts: of the lines, of what lists show, of the last entry of the timeline, of this header. */
  linesHash?: string;
  rowHash?: string;
  timelineHash?: string | null;
  seal?: string;
}

export const LANGUAGES = ['ro', 'en', 'de', 'fr'] as const;
/** The language that a document is printed in. */
export type Language = (typeof LANGUAGES)[number];

/** Who did something, by the name and address of that time. */
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
  /** What it was in, and at which rate: of the parent of an invoice. */
  currency?: string;
  exchangeRate?: string;
}

/** Whether the number is still the placeholder of a draft. */
export const isPlaceholder = (number: string): boolean => number.startsWith('DRAFT-');
