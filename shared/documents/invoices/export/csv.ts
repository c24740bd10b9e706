import { stringify } from 'csv-stringify/sync';
import { presentInstant } from '#shared/base/kernel/clock.ts';
import { sortedJson } from '#shared/base/kernel/records.ts';
import { fiscalTotals } from '#shared/model/amounts/owed.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { sourceOf } from '#shared/model/purchase/model.ts';
import { supplierOf } from '#shared/model/roles.ts';

/** Invoices as CSV (OUT-75 to OUT-79; RFC 4180): UTF-8 with a byte order mark, commas, CRLF. Pure. */

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
  // Appended later, so that those that read by position still find the others (OUT-77).
  ['Fiscal Subtotal', one => fiscalTotals(one).subtotal],
  ['Fiscal VAT', one => fiscalTotals(one).vatTotal],
  ['Fiscal Total', one => fiscalTotals(one).total],
  ['Payable Total', one => fiscalTotals(one).payable],
  ['Supplier Name', one => supplierOf(one)?.name],
  ['Supplier CIF', one => supplierOf(one)?.cif],
  ['Metadata', one => one.metadata && sortedJson(one.metadata)],
  ['Source', one => sourceOf(one)],
];

/**
 * The start of a cell that spreadsheets treat as a formula, with full-width forms and leading white space (OWASP, CSV injection).
 * Leading quotes are skipped: a spreadsheet that uses another separator removes them.
 */
const TRIGGER = /^(?:[\t\r\n]|[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20])/;
/** A number, with spaces around it; after a tab or line break, a cell is treated as a formula. */
const NUMBER = /^ *[+-]?\d+(\.\d+)? *$/;
/** The parts into which a spreadsheet may split a cell: one whose list separator is `;` ignores commas and their quotes. */
const PARTS = /[^;\t\r\n]+/g;

const safePart = (text: string): string => (TRIGGER.test(text) && !NUMBER.test(text) ? `'${text}` : text);

/**
 * A cell that no spreadsheet runs as a formula, wherever it splits the cell: an apostrophe turns a formula into text (OUT-78);
 * numbers stay unchanged. Pure.
 */
export const safeCell = (text: string): string => safePart(text.replace(PARTS, safePart));

/** Rows as CSV lines with all cells quoted. Pure. */
export const csvRows = (rows: string[][]): string => stringify(rows, { record_delimiter: '\r\n', quoted: true });

/** The byte order mark and the header line. */
export const csvHeader = (): string => `\ufeff${csvRows([COLUMNS.map(([title]) => title)])}`;

/** What the line of a document says that cannot be read (OUT-98): its stored data were changed outside of the service. */
const DAMAGED = 'The stored data of this document cannot be read. The operator of the service has been informed.';

/** A document of which only the number can be read. */
export interface Damaged {
  damagedNumber: string;
}

const cellsOfDamaged = ({ damagedNumber }: Damaged): string[] =>
  COLUMNS.map(([title]) => ({ 'Invoice Number': safeCell(damagedNumber), 'Internal Note': DAMAGED })[title] ?? '');

const cellsOf = (invoice: Invoice): string[] => COLUMNS.map(([, cell]) => safeCell(cell(invoice) ?? ''));

/** One CSV line per invoice. */
export const csvLines = (invoices: readonly (Invoice | Damaged)[]): string =>
  csvRows(invoices.map(one => ('damagedNumber' in one ? cellsOfDamaged(one) : cellsOf(one))));
