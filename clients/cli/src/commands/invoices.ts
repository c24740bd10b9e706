import { type components, items, ok } from '../../../typescript/src/index.ts';
import { connect, type Context } from '../context.ts';
import { CommandFailed, EXIT } from '../exit-codes.ts';
import { namePart, writeBytes } from '../files.ts';
import { table } from '../output.ts';
import { invoiceId } from '../references.ts';

type Fields = 'id' | 'number' | 'status' | 'total' | 'currency';
/** An invoice, or a credit note, whose amounts are decimal strings. */
export type Invoice = Pick<components['schemas']['Invoice'], Exclude<Fields, 'total'>> & { total: number | string };

/** Issues or submits invoices, one after the other: numbers are in the order of the arguments. None before all are found. */
export async function advance(context: Context, step: 'issue' | 'submit', named: string[]): Promise<void> {
  const client = connect(context);
  const ids: string[] = [];
  for (const one of named) ids.push(await invoiceId(client, one));
  const path = `/api/v1/invoices/{uuid}/${step}` as const;
  const done: Invoice[] = [];
  try {
    for (const uuid of ids) {
      done.push((await ok(client.POST(path, { params: { path: { uuid } } }))) as Invoice);
    }
  } catch (error) {
    context.output.note(
      `${named[done.length]} was refused${ids.length > done.length + 1 ? '; those after it were not sent' : ''}.`,
    );
    throw error;
  } finally {
    context.output.result(done, invoiceTable(done));
  }
}

export interface WatchOptions {
  interval: number;
  timeout: number;
}

/** States in which the tax authority has decided, or nothing is on its way to it. */
const GOOD = ['validated'];
const BAD = ['rejected', 'error', 'cancelled'];

/** Prints the states of an invoice until it is validated. @throws CommandFailed when it is rejected, or not decided in time */
export async function watch(context: Context, named: string, { interval, timeout }: WatchOptions): Promise<void> {
  const client = connect(context);
  const uuid = await invoiceId(client, named);
  const end = Date.now() + timeout * 1000;
  for (let before = ''; ;) {
    const invoice = await ok(client.GET('/api/v1/invoices/{uuid}', { params: { path: { uuid } } }));
    const { number, status } = invoice as Invoice;
    if (status !== before) context.output.note(`${number}: ${status}`);
    before = status;
    if (GOOD.includes(status)) return context.output.result(invoice, [`${number} is validated.`]);
    if (BAD.includes(status)) throw new CommandFailed(`${number} is ${status}.`, EXIT.undecided);
    if (Date.now() >= end) throw new CommandFailed(`${number} is still ${status} after ${timeout} seconds.`, EXIT.undecided);
    await new Promise(resolve => setTimeout(resolve, interval * 1000));
  }
}

type Status = components['schemas']['Invoice']['status'];

export interface ListOptions {
  status?: Status;
  search?: string;
  from?: string;
  to?: string;
  most: number;
}

export async function list(context: Context, { most, status, ...filter }: ListOptions): Promise<void> {
  const client = connect(context);
  const found: Invoice[] = [];
  const query = { limit: Math.min(most, 100), ...filter, ...(status !== undefined && { status: [status] }) };
  for await (const invoice of items(client, '/api/v1/invoices', { query })) {
    if (found.push(invoice) >= most) break;
  }
  context.output.result(found, invoiceTable(found));
  if (found.length === 0) context.output.note('There is no such invoice.');
}

export interface DownloadOptions {
  xml?: boolean;
  output?: string;
}

/** Writes the PDF or XML of an invoice into a file, or to standard output for `-`. */
export async function download(context: Context, named: string, { xml, output }: DownloadOptions): Promise<void> {
  const client = connect(context);
  const kind = xml ? 'xml' : 'pdf';
  const params = { path: { uuid: await invoiceId(client, named) } };
  const { number } = await ok(client.GET('/api/v1/invoices/{uuid}', { params }));
  const bytes = Buffer.from(await ok(client.GET(`/api/v1/invoices/{uuid}/${kind}`, { params, parseAs: 'arrayBuffer' })));
  writeBytes(context, output ?? `${namePart(number)}.${kind}`, bytes);
}

/** Prints an invoice: what identifies it, its client, dates and amounts; with `--json` all of it. */
export async function show(context: Context, named: string): Promise<void> {
  const client = connect(context);
  const uuid = await invoiceId(client, named);
  const invoice = await ok(client.GET('/api/v1/invoices/{uuid}', { params: { path: { uuid } } }));
  const { id, number, status, issueDate, dueDate, total, currency, lines } = invoice;
  const facts: [string, string | null | undefined][] = [
    ['Number', number],
    ['Status', status],
    ['Client', invoice.client?.name],
    ['Issued on', issueDate],
    ['Due on', dueDate],
    ['Total', `${Number(total).toFixed(2)} ${currency}`],
    ['Id', id],
  ];
  const rows = lines.map(line => [line.description, String(line.quantity), Number(line.unitPrice).toFixed(2)]);
  context.output.result(invoice, [
    ...facts.flatMap(([name, value]) => (value == null ? [] : [`${name.padEnd(9)}  ${value}`])),
    ...(rows.length > 0 ? ['', ...table(['Description', 'Quantity', 'Price'], rows)] : []),
  ]);
}

/** Nothing for no invoices. @param own their names in the file that they come from */
export function invoiceTable(invoices: readonly Invoice[], own?: readonly string[]): string[] {
  if (invoices.length === 0) return [];
  const rows = invoices.map(({ id, number, status, total, currency }, place) => [
    ...(own?.slice(place, place + 1) ?? []),
    number,
    status,
    Number(total).toFixed(2),
    currency,
    id,
  ]);
  return table([...(own ? ['Invoice'] : []), 'Number', 'Status', 'Total', '', 'Id'], rows);
}
