import { type InvoicingClient, ok } from '../../../typescript/src/index.ts';
import { connect, type Context } from '../context.ts';
import { CommandFailed, EXIT } from '../exit-codes.ts';
import { namePart, readText, writeBytes } from '../files.ts';
import { table } from '../output.ts';
import { partnerId, seriesId } from '../references.ts';
import type { Asked, Report } from '../reports.ts';

export interface ReportOptions extends Omit<Asked, 'partner'> {
  client?: string;
  supplier?: string;
  comma?: boolean;
  pdf?: boolean;
  output?: string;
}

/** `GET` as one call for the whole table of reports: in place of its types for each path, a test compares paths and queries with the API. */
type AnyGet = (
  path: Report['path'],
  init: { params: { query: object }; parseAs?: 'arrayBuffer' },
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/**
 * Prints a report, or writes it into a file: as CSV; where it has none, or with `--json`, as the API's JSON with the records of all pages.
 *
 * @throws CommandFailed for options that exclude each other, and for a client or supplier that does not exist
 */
export async function printReport(context: Context, report: Report, options: ReportOptions): Promise<void> {
  const { comma = false, pdf = false } = options;
  const hasCsv = report.file === 'csv' || report.file === 'both';
  const asJson = !pdf && (context.output.isJson || !hasCsv);
  if (comma && (asJson || pdf)) throw new CommandFailed('--comma is for CSV, not with --json or --pdf.', EXIT.usage);
  const client = connect(context);
  const get = client.GET as AnyGet;
  const query = defined(report.query(await askedOf(client, report, options)));
  if (asJson) {
    const read = (page: object) => ok(get(report.path, { params: { query: { ...query, ...page } } })) as Promise<Answer>;
    const answer = report.records === undefined ? await read({}) : await allPages(report.records, read);
    return writeBytes(context, options.output ?? '-', Buffer.from(`${JSON.stringify(answer, null, 2)}\n`));
  }
  const format = pdf ? { format: 'pdf' } : { format: 'csv', decimals: comma ? 'comma' : 'point' };
  // Large files are answered with redirects, which `fetch` follows.
  const sent = get(report.path, { params: { query: { ...query, ...format } }, parseAs: 'arrayBuffer' });
  const bytes = Buffer.from((await ok(sent)) as ArrayBuffer);
  writeBytes(context, options.output ?? (pdf ? pdfName(report, options) : '-'), bytes);
}

const pdfName = ({ name }: Report, { client, supplier, series, year, month = '' }: ReportOptions): string =>
  `${[name, namePart(client ?? supplier ?? series ?? year ?? month)].filter(Boolean).join('-')}.pdf`;

async function askedOf(client: InvoicingClient, { name }: Report, options: ReportOptions): Promise<Asked> {
  const { client: ofClient, supplier, month, from, to, date, role, series, year } = options;
  const named = ofClient ?? supplier;
  const ofSeries = series === undefined ? undefined : await seriesId(client, series);
  const asked = defined({ month, from, to, date, role, year, series: ofSeries });
  if (named === undefined) {
    if (name === 'statement')
      throw new CommandFailed('Name whose statement: --client or --supplier, by id or tax number.', EXIT.usage);
    return asked;
  }
  const of = ofClient === undefined ? 'supplier' : 'client';
  // Accounts without a record have a key instead of an id, such as `cif:123`, which the list of accounts shows.
  const isKey = name === 'ledger' && named.includes(':');
  return { ...asked, partner: { of, id: isKey ? named : await partnerId(client, of, named) } };
}

/** Without what is undefined. */
const defined = <T extends object>(values: T): { [Key in keyof T]: Exclude<T[Key], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;

/** An answer of a report, with its records where it has pages. */
interface Answer {
  data?: unknown[];
  clients?: unknown[];
}

/** The most records that the API puts on a page. */
const LARGEST_PAGE = 100;

/** The first page, with the records of all: its other fields are the same on each. */
async function allPages(name: 'data' | 'clients', read: (page: object) => Promise<Answer>): Promise<object> {
  const { page: _page, limit: _limit, pages, ...first } = (await read({ page: 1, limit: LARGEST_PAGE })) as Answer & Page;
  const records = [...(first[name] ?? [])];
  for (let page = 2; page <= pages; page++) records.push(...((await read({ page, limit: LARGEST_PAGE }))[name] ?? []));
  return { ...first, [name]: records };
}

interface Page {
  page: number;
  limit: number;
  pages: number;
}

/** Compares the VAT return of a month with the rows of a file, such as those of the authority's pre-filled return. */
export async function compareVat(context: Context, file: string, { month }: { month: string }): Promise<void> {
  const body = { period: month, content: readText(file) };
  const answer = await ok(connect(context).POST('/api/v1/reports/vat/comparison', { body }));
  const cells = ({ baseLei, vatLei }: Record<'baseLei' | 'vatLei', number | null>): string[] =>
    [baseLei, vatLei].map(amount => amount?.toFixed(2) ?? '');
  const rows = answer.rows.map(({ row, ours, theirs, difference, isSignificant, documents }) => [
    ...[row, ...cells(ours), ...cells(theirs), ...cells(difference)],
    ...[isSignificant ? 'significant' : '', documents],
  ]);
  const heads = ['Row', 'Base', 'VAT', 'Their base', 'Their VAT', 'Difference', 'of VAT', '', 'Documents'];
  context.output.result(answer, table(heads, rows));
}
