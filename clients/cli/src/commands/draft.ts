import { basename } from 'node:path';
import { SingleBar } from 'cli-progress';
import { ApiError, type InvoicingClient, ok } from '../../../typescript/src/index.ts';
import { connect, type Context } from '../context.ts';
import { clientFinder, type FindClient } from '../drafts/buyers.ts';
import { draftsIn, type FileDraft, nameOf } from '../drafts/read.ts';
import { CommandFailed, EXIT, outcomeOf } from '../exit-codes.ts';
import { readText } from '../files.ts';
import { type Invoice, invoiceTable } from './invoices.ts';

/** Clients that are looked up at a time. */
const AT_ONCE = 4;

/** Invoices of a request: far fewer than it takes in its time, so that progress can be shown. */
const PER_REQUEST = 25;

/** The most bytes of the invoices of a request, which may have 1 MB. */
const MOST_BYTES = 900_000;

export interface DraftOptions {
  createClients?: boolean;
}

/** What was made of an invoice of the file. */
interface Outcome {
  place: FileDraft['place'];
  draft?: Invoice;
  validation?: { errors: string[]; warnings: string[] } | null;
  error?: unknown;
}

/** Drafts every invoice of a file. One that is refused does not stop the others. */
export async function draft(context: Context, file: string, { createClients = false }: DraftOptions): Promise<void> {
  const client = connect(context);
  const drafts = draftsIn(basename(file), readText(file));
  const bar = context.isTerminal && drafts.length > 1 ? new SingleBar({ format: '{bar} {value} of {total}' }) : undefined;
  bar?.start(drafts.length, 0);
  const find = clientFinder(client, createClients);
  const outcomes: Outcome[] = drafts.map(({ place }) => ({ place }));
  const bodies = await withClients(drafts, find, outcomes);
  for (const part of inParts(bodies)) {
    await send(client, part, outcomes);
    bar?.increment(part.length);
  }
  bar?.stop();
  report(context, outcomes);
}

/** An invoice as it is sent, and its place among those of the file. */
interface Body {
  at: number;
  text: string;
}

/** The bodies of the invoices with their clients. Of one whose client is not found, the outcome gets the error. */
async function withClients(drafts: readonly FileDraft[], find: FindClient, outcomes: Outcome[]): Promise<Body[]> {
  const bodies: Body[] = [];
  const waiting = drafts.entries();
  const work = async (): Promise<void> => {
    for (const [at, { place, body, buyer }] of waiting)
      try {
        bodies.push({ at, text: JSON.stringify({ ...body, ...(buyer && { clientId: await find(buyer) }) }) });
      } catch (error) {
        outcomes[at] = { place, error };
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return bodies.toSorted((a, b) => a.at - b.at);
}

/** The bodies by requests. */
function inParts(bodies: readonly Body[]): Body[][] {
  const parts: Body[][] = [];
  let bytes = 0;
  for (const body of bodies) {
    bytes += Buffer.byteLength(body.text);
    const last = parts.at(-1);
    if (last && last.length < PER_REQUEST && bytes <= MOST_BYTES) last.push(body);
    else {
      parts.push([body]);
      bytes = Buffer.byteLength(body.text);
    }
  }
  return parts;
}

/** Drafts some of the invoices, and notes what was made of each. A request that is refused is so for all of them. */
async function send(client: InvoicingClient, part: readonly Body[], outcomes: Outcome[]): Promise<void> {
  const note = (at: number, made: Omit<Outcome, 'place'>): void => void Object.assign(outcomes[at] ?? {}, made);
  try {
    const bodies = part.map(({ text }) => JSON.parse(text) as { clientId?: string });
    const sent = await client.POST('/api/v1/invoices/batch', { body: { invoices: bodies as never } });
    const { results } = await ok(Promise.resolve(sent));
    for (const { index, status, invoice, validation, error } of results) {
      const { headers } = sent.response;
      // A row of a list does not have its client.
      const draft = { clientId: bodies[index]?.clientId ?? null, ...(invoice as Invoice) };
      note(part[index]?.at ?? -1, error ? { error: new ApiError({ status, headers }, { error }) } : { draft, validation });
    }
  } catch (error) {
    for (const { at } of part) note(at, { error });
  }
}

/** Prints what was made of each invoice. @throws CommandFailed when some were refused */
function report({ output }: Context, outcomes: readonly Outcome[]): void {
  const made = outcomes.flatMap(({ place, draft: invoice }) =>
    invoice ? [{ invoice, own: place.invoice ?? `row ${place.row}` }] : [],
  );
  output.result(
    outcomes.map(asJson),
    invoiceTable(
      made.map(({ invoice }) => invoice),
      made.map(({ own }) => own),
    ),
  );
  const refused = outcomes.filter(({ error }) => error !== undefined);
  for (const { place, error, validation } of outcomes) {
    const lines = error === undefined ? [...(validation?.errors ?? []), ...(validation?.warnings ?? [])] : outcomeOf(error).lines;
    const name = nameOf(place);
    if (lines.length > 0) output.note(`${name.charAt(0).toUpperCase()}${name.slice(1)}: ${lines.join('\n')}`);
  }
  if (refused.length === 0) return;
  const [code = EXIT.failed, ...others] = new Set(refused.map(({ error }) => outcomeOf(error).exitCode));
  throw new CommandFailed(
    `${refused.length} of ${outcomes.length} invoices were refused.`,
    others.length === 0 ? code : EXIT.failed,
  );
}

/** An invoice of the file with its draft or its error, the other null. */
function asJson({ place, draft: made, validation, error }: Outcome): object {
  const where = { invoice: place.invoice ?? null, row: place.row };
  if (error === undefined) return { ...where, draft: made, validation, error: null };
  const [message = ''] = outcomeOf(error).lines;
  if (!(error instanceof ApiError)) return { ...where, draft: null, error: { message } };
  const { status, code, details, requestId } = error;
  return { ...where, draft: null, error: { status, code, message, details, requestId } };
}
