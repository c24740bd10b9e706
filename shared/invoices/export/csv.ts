import { stringify } from 'csv-stringify/sync';
import { presentInstant } from '../../kernel/clock.ts';
import type { Invoice } from '../../model/invoice.ts';

/** Invoices as a table (completions-documents §1.14; RFC 4180): UTF-8 with a byte order mark, commas, CRLF. Pure. */

type Cell = string | null | undefined;

const COLUMNS: [title: string, cell: (invoice: Invoice) => Cell][] = [
  ['Invoice Number', one => one.number],
  ['Client Name', one => one.client?.name ?? one.receiverName],
  ['Client CIF', one => one.client?.cif ?? one.receiverCif],
  ['Issue Date', one => one.issueDate],
  ['Due Date', one => one.dueDate],
  ['Status', one => one.status],
  ['Currency', one => one.currency],
  ['Subtotal', one => one.subtotal],
  ['VAT Total', one => one.vatTotal],
  ['Total', one => one.total],
  ['Amount Paid', one => one.amountPaid],
  ['Balance', one => one.balance],
  ['Direction', one => one.direction],
  ['Series', one => one.series?.name],
  ['Notes', one => one.notes],
  ['Project Reference', one => one.projectReference],
  ['Order Number', one => one.orderNumber],
  ['Contract Number', one => one.contractNumber],
  ['Sales Agent', one => one.salesAgent],
  ['Payment Terms', one => one.paymentTerms],
  ['Taxauth Submission ID', one => one.taxauthSubmissionId],
  ['Internal Note', one => one.internalNote],
  ['Created At', one => presentInstant(one.createdAt)],
  ['Updated At', one => presentInstant(one.updatedAt)],
];

/**
 * What spreadsheets take for a formula at the beginning of a cell, full-width forms and white space included (OWASP, CSV injection). Quotes
 * before it count as nothing: a spreadsheet that splits a cell at a place of its own takes them off.
 */
const TRIGGER = /^(?:[\t\r\n]|[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20])/;
/** Blanks do not change a number; a tab or line break before it is one of the above. */
const NUMBER = /^ *[+-]?\d+(\.\d+)? *$/;
/** What lies between the places where a spreadsheet may split a cell: where lists are separated by `;`, it does not know our comma and quotes. */
const PARTS = /[^;\t\r\n]+/g;

const safePart = (text: string): string => (TRIGGER.test(text) && !NUMBER.test(text) ? `'${text}` : text);

/**
 * A cell that no spreadsheet runs, wherever it splits it: a formula becomes text by an apostrophe (decisions.md §Accounts and abuse, "CSV
 * exports"), numbers stay as they are. Pure.
 */
export const safeCell = (text: string): string => safePart(text.replace(PARTS, safePart));

/** Rows as lines of a table, every text quoted. Pure. */
export const csvRows = (rows: string[][]): string => stringify(rows, { record_delimiter: '\r\n', quoted: true });

/** The first line of a table, behind its byte order mark. */
export const csvHeader = (): string => `\ufeff${csvRows([COLUMNS.map(([title]) => title)])}`;

/** A line for each invoice. */
export const csvLines = (invoices: readonly Invoice[]): string =>
  csvRows(invoices.map(invoice => COLUMNS.map(([, cell]) => safeCell(cell(invoice) ?? ''))));
