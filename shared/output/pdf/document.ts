import type { Language } from '#shared/model/document.ts';

/**
 * The content of a printed document of any kind: all texts, formatted and in the document's language. Each kind builds it from its
 * record (for example invoices/print/invoice.ts); templates arrange and style it, independently of the kind.
 */
export interface PrintedDocument {
  language: Language;
  title: string;
  number: string;
  /**
   * The name of the company: printed next to the title from page 2 on, and used as the logo's alternative text and the file's
   * author.
   */
  company: string;
  /** Printed across every page; null = none. */
  watermark: string | null;
  /** The date in the PDF's metadata: the time of the document's last change (ISO 8601 UTC). */
  changedAt: string;
  /** Dates, the currency, and the amount due. */
  dates: readonly PrintedField[];
  /** From left to right. */
  parties: readonly PrintedParty[];
  /** References to other documents, places and dates. */
  references: readonly PrintedField[];
  /** The transport identifier and vehicle, for roadside inspections; null without one, and for all kinds but delivery notes. */
  transport: PrintedTransport | null;
  lines: LinesTable;
  /** Allowances and charges of the whole document. */
  adjustments: AmountsTable | null;
  /** VAT by rate and category. */
  vat: AmountsTable | null;
  /** Mentions that the law requires. */
  legalMentions: readonly PrintedText[];
  totals: PrintedTotals | null;
  /** How and where to pay; for a refund, how it is settled. */
  payment: PrintedPayment | null;
  /** The client's balance. */
  statement: PrintedSection | null;
  /** Texts that the user entered, with their line breaks. */
  remarks: readonly PrintedSection[];
  /** Issuer, deputy and sales agent. */
  people: readonly PrintedField[];
  /** The captions under the lines for handwritten signatures; empty for documents without signatures. */
  signatures: readonly string[];
}

/** A text that the PDF must contain. `what` names it in error messages. */
export interface MandatoryFact {
  what: string;
  text: string;
}

export interface PrintedText {
  text: string;
  /** The parts of the text that the PDF must contain; otherwise rendering fails (facts.ts). */
  facts?: readonly MandatoryFact[];
}

/** A text with a label. */
export interface PrintedField extends PrintedText {
  label: string;
  /** `iban`: in groups that are never wrapped. `due`: the amount to pay, emphasized among the dates. */
  style?: 'iban' | 'due';
  /** The URL of a link: `mailto:` or `https:`/`http:`. */
  link?: string;
}

export interface PrintedParty {
  /** The role of the party: seller or buyer. */
  heading: string;
  name: PrintedText;
  address: readonly PrintedText[];
  fields: readonly PrintedField[];
}

/** The identifier that the authority gave a transport, as text and as QR code. */
export interface PrintedTransport {
  heading: string;
  /** The identifier in groups of four characters. */
  identifier: PrintedField;
  /** The content of the QR code: the identifier without spaces; null for a cancelled one, which is printed struck through. */
  code: string | null;
  fields: readonly PrintedField[];
}

/** The table of lines. The widths of columns depend on their content. */
export interface LinesTable {
  columns: readonly { label: string; style: 'number' | 'description' | 'unit' | 'figure' | 'rate' }[];
  /** A cell for each column. */
  rows: readonly (readonly LineCell[])[];
  /** What long documents print at the end of each page and at the beginning of the next one; null without amounts. */
  carried: PageTotals | null;
}

/** The sums of the lines up to each one. */
export interface PageTotals {
  label: string;
  broughtLabel: string;
  /** For each line, a text for each column: empty for columns without a sum. */
  sums: readonly (readonly string[])[];
}

export interface LineCell extends PrintedText {
  /** Texts in small print under the text; beside a figure if there is room. */
  details?: readonly PrintedText[];
}

/** A small table: a column with text, then columns with figures. */
export interface AmountsTable {
  columns: readonly string[];
  rows: readonly AmountsRow[];
}

export interface AmountsRow {
  /** A cell for each column. */
  cells: readonly PrintedText[];
  /** A text in small print under the row, over its whole width. */
  reason?: PrintedText | null;
}

export interface PrintedTotals {
  /** In the order in which they are summed. */
  rows: readonly TotalsRow[];
  /** The formatted amount to pay; a long one makes the font of the table smaller. */
  payable: string;
}

export interface TotalsRow extends PrintedField {
  /** `minor`: additional information, not part of the sum. `sum`: the sum of the rows above. `grand`: the last sum, emphasized. */
  weight?: 'minor' | 'sum' | 'grand';
}

export interface PrintedPayment {
  heading: string;
  fields: readonly PrintedField[];
  /** How a refund is settled: a sentence under the fields. */
  text: PrintedText | null;
}

export interface PrintedSection {
  heading: string;
  text: string;
}
