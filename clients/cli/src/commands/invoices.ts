import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { SingleBar } from 'cli-progress';
import { type components, type InvoicingClient, items, ok } from '../../../typescript/src/index.ts';
import { connect, type Context } from '../context.ts';
import { draftsIn } from '../drafts.ts';
import { CommandFailed, EXIT, outcomeOf } from '../exit-codes.ts';
import { readText } from '../files.ts';
import { table } from '../output.ts';

type Fields = 'id' | 'number' | 'status' | 'total' | 'currency';
/** An invoice, or a credit note, whose amounts are decimal strings. */
type Invoice = Pick<components['schemas']['Invoice'], Exclude<Fields, 'total'>> & { total: number | string };

/** Requests at a time when a file has many invoices. */
const AT_ONCE = 4;

/** Drafts every invoice of a file. One that is refused does not stop the others. */
export async function draft(context: Context, file: string): Promise<void> {
  const client = connect(context);
  const drafts = draftsIn(basename(file), readText(file));
  const bar = context.isTerminal && drafts.length > 1 ? new SingleBar({ format: '{bar} {value} of {total}' }) : undefined;
  bar?.start(drafts.length, 0);
  const outcomes: { place: number; invoice?: Invoice; error?: unknown }[] = [];
  const waiting = drafts.entries();
  const work = async (): Promise<void> => {
    for (const [place, body] of waiting) {
      outcomes.push(
        await created(client, body).then(
          invoice => ({ place, invoice }),
          (error: unknown) => ({ place, error }),
        ),
      );
      bar?.increment();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  bar?.stop();

  const made = outcomes.toSorted((a, b) => a.place - b.place).flatMap(({ invoice }) => invoice ?? []);
  context.output.result(made, invoiceTable(made));
  const refused = outcomes.filter(({ error }) => error !== undefined).toSorted((a, b) => a.place - b.place);
  for (const { place, error } of refused) context.output.note(`Invoice ${place + 1}: ${outcomeOf(error).lines.join('\n')}`);
  if (refused.length === 0) return;
  const codes = new Set(refused.map(({ error }) => outcomeOf(error).exitCode));
  const [code = EXIT.failed, ...others] = codes;
  throw new CommandFailed(
    `${refused.length} of ${drafts.length} invoices were refused.`,
    others.length === 0 ? code : EXIT.failed,
  );
}

async function created(client: InvoicingClient, body: object): Promise<Invoice> {
  const answer = await ok(client.POST('/api/v1/invoices', { body: body as never }));
  // A credit note is answered without the wrapper.
  return 'invoice' in answer ? answer.invoice : answer;
}

/** Issues or submits invoices, one after the other: numbers are in the order of the arguments. */
export async function advance(context: Context, step: 'issue' | 'submit', ids: string[]): Promise<void> {
  const client = connect(context);
  const path = `/api/v1/invoices/{uuid}/${step}` as const;
  const done: Invoice[] = [];
  try {
    for (const uuid of ids) {
      done.push((await ok(client.POST(path, { params: { path: { uuid } } }))) as Invoice);
    }
  } catch (error) {
    context.output.note(
      `${ids[done.length]} was refused${ids.length > done.length + 1 ? '; those after it were not sent' : ''}.`,
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
export async function watch(context: Context, uuid: string, { interval, timeout }: WatchOptions): Promise<void> {
  const client = connect(context);
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

/** Writes the PDF or XML of an invoice into a file. */
export async function download(context: Context, uuid: string, { xml, output }: DownloadOptions): Promise<void> {
  const client = connect(context);
  const kind = xml ? 'xml' : 'pdf';
  const params = { path: { uuid } };
  const { number } = (await ok(client.GET('/api/v1/invoices/{uuid}', { params }))) as Invoice;
  const bytes = (await ok(client.GET(`/api/v1/invoices/{uuid}/${kind}`, { params, parseAs: 'arrayBuffer' }))) as ArrayBuffer;
  // The number is data of the company: it must not lead to another folder.
  const file = output ?? `${number.replace(/[^\w.-]+/g, '_')}.${kind}`;
  writeFileSync(file, Buffer.from(bytes));
  context.output.result({ file, bytes: bytes.byteLength }, [`${file} (${bytes.byteLength} bytes)`]);
}

/** Nothing for no invoices. */
function invoiceTable(invoices: readonly Invoice[]): string[] {
  if (invoices.length === 0) return [];
  return table(
    ['Number', 'Status', 'Total', '', 'Id'],
    invoices.map(({ id, number, status, total, currency }) => [number, status, Number(total).toFixed(2), currency, id]),
  );
}
