import { basename } from 'node:path';
import { SingleBar } from 'cli-progress';
import { ApiError, type InvoicingClient, ok } from '../../../typescript/src/index.ts';
import { connect, type Context } from '../context.ts';
import { clientFinder, type FindClient } from '../drafts/buyers.ts';
import { draftsIn, type FileDraft, nameOf } from '../drafts/read.ts';
import { CommandFailed, EXIT, outcomeOf } from '../exit-codes.ts';
import { readText } from '../files.ts';
import { type Invoice, invoiceTable } from './invoices.ts';

/** Requests at a time when a file has many invoices. */
const AT_ONCE = 4;

export interface DraftOptions {
  createClients?: boolean;
}

/** What was made of an invoice of the file. */
interface Outcome {
  place: FileDraft['place'];
  draft?: Invoice;
  error?: unknown;
}

/** Drafts every invoice of a file. One that is refused does not stop the others. */
export async function draft(context: Context, file: string, { createClients = false }: DraftOptions): Promise<void> {
  const client = connect(context);
  const drafts = draftsIn(basename(file), readText(file));
  const bar = context.isTerminal && drafts.length > 1 ? new SingleBar({ format: '{bar} {value} of {total}' }) : undefined;
  bar?.start(drafts.length, 0);
  const find = clientFinder(client, createClients);
  const outcomes: Outcome[] = [];
  const waiting = drafts.entries();
  const work = async (): Promise<void> => {
    for (const [at, one] of waiting) {
      outcomes[at] = await outcome(client, one, find);
      bar?.increment();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  bar?.stop();
  report(context, outcomes);
}

async function outcome(client: InvoicingClient, { place, body, buyer }: FileDraft, find: FindClient): Promise<Outcome> {
  try {
    const whole = { ...body, ...(buyer && { clientId: await find(buyer) }) };
    const answer = await ok(client.POST('/api/v1/invoices', { body: whole as never }));
    // A credit note is answered without the wrapper.
    return { place, draft: 'invoice' in answer ? answer.invoice : answer };
  } catch (error) {
    return { place, error };
  }
}

/** Prints what was made of each invoice. @throws CommandFailed when some were refused */
function report({ output }: Context, outcomes: readonly Outcome[]): void {
  output.result(outcomes.map(asJson), invoiceTable(outcomes.flatMap(({ draft: made }) => made ?? [])));
  const refused = outcomes.filter(({ error }) => error !== undefined);
  for (const { place, error } of refused) {
    const name = nameOf(place);
    output.note(`${name.charAt(0).toUpperCase()}${name.slice(1)}: ${outcomeOf(error).lines.join('\n')}`);
  }
  if (refused.length === 0) return;
  const [code = EXIT.failed, ...others] = new Set(refused.map(({ error }) => outcomeOf(error).exitCode));
  throw new CommandFailed(
    `${refused.length} of ${outcomes.length} invoices were refused.`,
    others.length === 0 ? code : EXIT.failed,
  );
}

/** An invoice of the file with its draft or its error, the other null. */
function asJson({ place, draft: made, error }: Outcome): object {
  const where = { invoice: place.invoice ?? null, row: place.row };
  if (error === undefined) return { ...where, draft: made, error: null };
  const [message = ''] = outcomeOf(error).lines;
  if (!(error instanceof ApiError)) return { ...where, draft: null, error: { message } };
  const { status, code, details, requestId } = error;
  return { ...where, draft: null, error: { status, code, message, details, requestId } };
}
