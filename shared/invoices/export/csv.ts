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

/** What spreadsheets take for a formula at the beginning of a cell, full-width forms and white space included (OWASP, CSV injection). */
const TRIGGER = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** A cell that no spreadsheet runs: a formula becomes text by an apostrophe, numbers stay as they are. */
export const safeCell = (text: string): string => (TRIGGER.test(text) && !NUMBER.test(text) ? `'${text}` : text);

const lines = (rows: string[][]): string => stringify(rows, { record_delimiter: '\r\n' });

/** The first line of a table, behind its byte order mark. */
export const csvHeader = (): string => `\ufeff${lines([COLUMNS.map(([title]) => title)])}`;

/** A line for each invoice. */
export const csvLines = (invoices: readonly Invoice[]): string =>
  lines(invoices.map(invoice => COLUMNS.map(([, cell]) => safeCell(cell(invoice) ?? ''))));
