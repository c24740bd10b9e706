import type { HeaderKind, ItemKind } from '#shared/base/vocabulary/item-kinds.ts';
import type { Invoice } from './invoice.ts';

/** The types of series that number documents with lines, by the kind of document (REC-51). */
export const DOCUMENT_SERIES_TYPES = ['invoice', 'proforma', 'credit_note', 'delivery_note'] as const;
export type DocumentSeriesType = (typeof DOCUMENT_SERIES_TYPES)[number];

/** Receipts for cash, and orders to pay cash: each has series of its own (RCT-2). */
export const RECEIPT_KINDS = ['receipt', 'cash_payment'] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];

/** The types of all series. */
export const SERIES_TYPES = [...DOCUMENT_SERIES_TYPES, ...RECEIPT_KINDS] as const;
export type SeriesType = (typeof SERIES_TYPES)[number];

/** Whether a type of series numbers receipts or cash payments. */
export const isReceiptSeries = (type: SeriesType): type is ReceiptKind => RECEIPT_KINDS.some(kind => kind === type);

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
  seriesType: DocumentSeriesType;
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
} as const satisfies Record<DocumentSeriesType, Kind>;

/** The kinds with items and a list of their own: all but credit notes, which are stored as invoices. */
export const STORED_KINDS: readonly Kind[] = Object.values(KINDS).filter(kind => kind !== KINDS.credit_note);

/** The names of receipts, by kind: they have no lines and no draft, so they are no documents of the registry above. */
export const RECEIPTS = {
  receipt: { seriesType: 'receipt', numberGuard: 'RCT', title: 'Receipt', noun: 'a receipt' },
  cash_payment: { seriesType: 'cash_payment', numberGuard: 'CPY', title: 'Cash payment order', noun: 'a cash payment order' },
} as const satisfies Record<ReceiptKind, unknown>;

/** By the type of a series: whose documents it numbers. */
export const NUMBERED: Record<SeriesType, Pick<Kind, 'numberGuard' | 'title' | 'noun'>> = { ...KINDS, ...RECEIPTS };

/** The part of the keys of receipts of both kinds, as `Kind.prefix`. */
export const RECEIPT_PREFIX = 'RCT';

/** How the renderer is asked for the PDF of a receipt, and of a cash journal. */
export const RECEIPT_ITEM = 'receipt';
export const CASH_JOURNAL = 'cash-journal';

/** The names of statements of account, which are mailed but not stored: their id is that of the partner. */
export const STATEMENT = { prefix: 'STM', item: 'statement', mailCategory: 'statement', title: 'Statement' } as const;

/** The kinds of items of mails with a document. */
export const MAIL_ITEMS: readonly ItemKind[] = [...STORED_KINDS, STATEMENT].map(({ item }) => `${item}-email` as const);

/** The kind of an invoice or credit note. */
export const kindOf = ({ isCreditNote }: Pick<Invoice, 'isCreditNote'>): (typeof KINDS)['invoice' | 'credit_note'] =>
  KINDS[isCreditNote ? 'credit_note' : 'invoice'];
