import type { HeaderKind } from '../vocabulary/item-kinds.ts';
import type { Invoice } from './invoice.ts';

/** The kinds of documents that a series may number (completions-accounts §14). */
export const SERIES_TYPES = ['invoice', 'proforma', 'credit_note', 'delivery_note'] as const;
export type SeriesType = (typeof SERIES_TYPES)[number];

/** What is named after a kind of document, wherever that is: in keys, permissions, notifications, mails, files and sentences. */
export interface Kind {
  /**
   * First part of the sort keys of its items (`<prefix>#<id>…`), and last part of those of what is kept of all of them (`LIST#`,
   * `COUNT#`, `GONE#`, `ONCE#`). Kinds that stand in one list have one prefix.
   */
  prefix: string;
  /** `kind` of its header item in the table, and in the timeline; its lines are `<item>-lines`. */
  item: HeaderKind;
  /** Of the series that number it. */
  seriesType: SeriesType;
  /** The name that requests give its series. */
  seriesField: string;
  /** Of the item that gives a number once (`NUMBER#<guard>#<number>`): documents of two guards may have the same number. */
  numberGuard: string;
  /** First part of its permissions: `invoice.create`. */
  permission: string;
  /** First part of the names of its notifications: `invoice.issued`. */
  webhook: string;
  /** Of the mail templates that go with it, and `documentType` of the notifications about its mails. */
  mailCategory: string;
  /** Where its files are in the bucket: `companies/<id>/<folder>/<document>/…`. */
  folder: string;
  /** At the beginning of a sentence: "Invoice issued". */
  title: string;
  /** With its article, within one: "Cannot issue an invoice". */
  noun: string;
}

const INVOICE = {
  prefix: 'INV',
  item: 'invoice',
  seriesType: 'invoice',
  seriesField: 'documentSeriesId',
  numberGuard: 'INV',
  permission: 'invoice',
  webhook: 'invoice',
  mailCategory: 'invoice',
  folder: 'invoices',
  title: 'Invoice',
  noun: 'an invoice',
} as const satisfies Kind;

/** The kinds of documents. Nothing else spells what stands here. */
export const KINDS = {
  invoice: INVOICE,
  // Stored, listed, announced and mailed with the invoices; numbered by itself.
  credit_note: {
    ...INVOICE,
    seriesType: 'credit_note',
    seriesField: 'seriesId',
    numberGuard: 'CN',
    title: 'Credit note',
    noun: 'a credit note',
  },
  proforma: {
    prefix: 'PRO',
    item: 'proforma',
    seriesType: 'proforma',
    seriesField: 'seriesId',
    numberGuard: 'PRO',
    permission: 'invoice',
    webhook: 'proforma',
    mailCategory: 'proforma',
    folder: 'proformas',
    title: 'Proforma',
    noun: 'a proforma',
  },
  delivery_note: {
    prefix: 'DN',
    item: 'delivery-note',
    seriesType: 'delivery_note',
    seriesField: 'documentSeriesId',
    numberGuard: 'DN',
    permission: 'invoice',
    webhook: 'delivery_note',
    mailCategory: 'delivery_note',
    folder: 'delivery-notes',
    title: 'Delivery note',
    noun: 'a delivery note',
  },
} as const satisfies Partial<Record<SeriesType, Kind>>;

/** The kind of an invoice or credit note. */
export const kindOf = ({ isCreditNote }: Pick<Invoice, 'isCreditNote'>): (typeof KINDS)['invoice' | 'credit_note'] =>
  KINDS[isCreditNote ? 'credit_note' : 'invoice'];
