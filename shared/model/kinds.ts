import type { HeaderKind, ItemKind } from '#shared/base/vocabulary/item-kinds.ts';
import type { Invoice } from './invoice.ts';

/** The types of series, by the kind of documents that they number (REC-51). */
export const SERIES_TYPES = ['invoice', 'proforma', 'credit_note', 'delivery_note'] as const;
export type SeriesType = (typeof SERIES_TYPES)[number];

/** All names that are derived from a kind of document: in keys, permissions, webhooks, mails, files and messages. */
export interface Kind {
  /**
   * First part of the sort keys of its items (`<prefix>#<id>…`), and second part of the sort keys of items about all documents of
   * the kind (`LIST#`, `COUNT#`, `GONE#`, `ONCE#`). Kinds that share a list have the same prefix.
   */
  prefix: string;
  /** The attribute `kind` of its header item, also named in timeline items; items of lines have `<item>-lines`. */
  item: HeaderKind;
  /** The type of series that numbers it. */
  seriesType: SeriesType;
  /** The name of the field for the series id in requests. */
  seriesField: string;
  /** Part of the key of items that make numbers unique (`NUMBER#<guard>#<number>`): numbers are unique for each guard. */
  numberGuard: string;
  /** First part of its permissions: `invoice.create`. */
  permission: string;
  /** First part of the names of its webhook events: `invoice.issued`. */
  webhook: string;
  /** The category of its mail templates, and `documentType` in webhook events about its mails. */
  mailCategory: string;
  /** Part of the keys of its files in the bucket: `companies/<id>/<folder>/<document>/…`. */
  folder: string;
  /** The name at the beginning of a sentence: "Invoice issued". */
  title: string;
  /** The name with its article: "Cannot issue an invoice". */
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

/** The kinds of documents. Use these names instead of repeating them elsewhere. */
export const KINDS = {
  invoice: INVOICE,
  // Stored, listed, notified and mailed like invoices; numbered separately.
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

/** The kinds with items and a list of their own: all but credit notes, which are stored as invoices. */
export const STORED_KINDS: readonly Kind[] = Object.values(KINDS).filter(kind => kind !== KINDS.credit_note);

/** The kinds of items of mails with a document. */
export const MAIL_ITEMS: readonly ItemKind[] = STORED_KINDS.map(({ item }) => `${item}-email` as const);

/** The kind of an invoice or credit note. */
export const kindOf = ({ isCreditNote }: Pick<Invoice, 'isCreditNote'>): (typeof KINDS)['invoice' | 'credit_note'] =>
  KINDS[isCreditNote ? 'credit_note' : 'invoice'];
