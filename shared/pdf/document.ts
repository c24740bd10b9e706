import type { Language } from '../model/document.ts';

/**
 * What a document of any kind prints: every text in the document's language, formatted and in its place. Each kind builds one from
 * its own record (such as invoices/print/invoice.ts); templates arrange and style it, and know nothing of the kind.
 */
export interface PrintedDocument {
  language: Language;
  title: string;
  number: string;
  /** The company that the document belongs to: named beside the title on the following pages, as the logo's alternative text and as the file's author. */
  company: string;
  /** Printed across every page; null for none. */
  watermark: string | null;
  /** Date of the PDF: the instant of the document's last change (ISO 8601 UTC). */
  changedAt: string;
  /** Dates, the currency, and the amount that is asked for. */
  dates: readonly PrintedField[];
  /** In the order in which they stand side by side. */
  parties: readonly PrintedParty[];
  /** Other documents, places and dates. */
  references: readonly PrintedField[];
  /** The identifier and vehicle that a roadside inspection asks for; null where there is none, and for all kinds but delivery notes. */
  transport: PrintedTransport | null;
  lines: LinesTable;
  /** Allowances and charges of the whole document. */
  adjustments: AmountsTable | null;
  /** VAT by rate and category. */
  vat: AmountsTable | null;
  /** Mentions that the law asks for. */
  legalMentions: readonly PrintedText[];
  totals: PrintedTotals | null;
  /** How and where to pay, or how what is paid back is settled. */
  payment: PrintedPayment | null;
  /** The client's balance. */
  statement: PrintedSection | null;
  /** Texts that the user typed, with their line breaks. */
  remarks: readonly PrintedSection[];
  /** Who made the document, who takes the goods, who sold. */
  people: readonly PrintedField[];
  /** What stands under each line on which somebody signs by hand; none on documents that need no signature. */
  signatures: readonly string[];
}

/** A text that the PDF must contain, and what it is. */
export interface MandatoryFact {
  what: string;
  text: string;
}

export interface PrintedText {
  text: string;
  /** What the PDF must contain of it: without these no PDF is made (facts.ts). */
  facts?: readonly MandatoryFact[];
}

/** A label and what stands beside it. */
export interface PrintedField extends PrintedText {
  label: string;
  /** `iban`: set apart, in groups that no line break divides. `due`: the amount to pay, which stands out among the dates. */
  style?: 'iban' | 'due';
  /** Where the text leads to: an address of mail or of the web. */
  link?: string;
}

export interface PrintedParty {
  /** What the party is: seller, buyer. */
  heading: string;
  name: PrintedText;
  address: readonly PrintedText[];
  fields: readonly PrintedField[];
}

/** The identifier that the authority gave a transport, to be read by people and by machines. */
export interface PrintedTransport {
  heading: string;
  /** The identifier as people read it, in groups. */
  identifier: PrintedField;
  /** What the QR code holds: the identifier as it is typed; null for one that does not hold any more, which is struck out. */
  code: string | null;
  fields: readonly PrintedField[];
}

/** The lines of the document. Their widths follow from what the columns hold. */
export interface LinesTable {
  columns: readonly { label: string; style: 'number' | 'description' | 'unit' | 'figure' | 'rate' }[];
  /** A cell for each column. */
  rows: readonly (readonly LineCell[])[];
}

export interface LineCell extends PrintedText {
  /** Said in small under the text. */
  details?: readonly PrintedText[];
}

/** A small table: a text, then figures. */
export interface AmountsTable {
  columns: readonly string[];
  rows: readonly AmountsRow[];
}

export interface AmountsRow {
  /** A cell for each column. */
  cells: readonly PrintedText[];
  /** Said in small under the row, over its whole width. */
  reason?: PrintedText | null;
}

export interface PrintedTotals {
  /** In the order in which they add up. */
  rows: readonly TotalsRow[];
  /** The sum to pay: a long one has the table set in smaller type. */
  payable: string;
}

export interface TotalsRow extends PrintedField {
  /** `minor`: said beside the sum, no part of it. `sum`: what the rows above come to. `grand`: the last sum, which stands out. */
  weight?: 'minor' | 'sum' | 'grand';
}

export interface PrintedPayment {
  heading: string;
  fields: readonly PrintedField[];
  /** A sentence under the fields. */
  text: PrintedText | null;
}

export interface PrintedSection {
  heading: string;
  text: string;
}
