import type { BookedDocument, BookedPayment } from '#shared/model/accounting/booked.ts';
import type { Company } from '#shared/model/company.ts';
import type { Decimals } from '../table-csv.ts';

/** What a hand-over file is made for (OUT-119): an accounting program, or a form that programs read. */

export interface Context {
  company: Company;
  period: { from: string; to: string };
  /** When it was requested. */
  createdAt: string;
  decimals: Decimals;
}

export type BookedEntry = BookedDocument | BookedPayment;

export const isPayment = (booked: BookedEntry): booked is BookedPayment => 'paymentId' in booked.entry;

/** A piece of text of a section. With a key, it is in the section once, where an entry brings it first. */
export interface Piece<Section extends string = string> {
  section: Section;
  text: string;
  key?: string;
}

/** Sums over all entries, by names of the adapter: decimals. */
export type Sums = Record<string, string>;

export interface HandOverFile<Section extends string = string> {
  path: string;
  /** Texts as they are, and sections, each of which belongs to one file. */
  content: readonly (string | { section: Section })[];
}

/** How the entries of a period become files of one program. Pure; a part of the entries at a time, in the order of their keys. */
export interface Adapter<Section extends string = string> {
  /** What an entry adds to the sections. */
  pieces(booked: BookedEntry, context: Context): Piece<Section>[];
  /** What an entry adds to the sums, which stand before the sections in the files of some programs. */
  sums?(booked: BookedEntry): Sums;
  /** The files, once all entries are known. @param sums of all entries */
  files(context: Context, sums: Sums): HandOverFile<Section>[];
}
