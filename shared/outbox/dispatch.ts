import { createHash } from 'node:crypto';
import { StartExecutionCommand } from '@aws-sdk/client-sfn';
import { environment, type EnvironmentVariable } from '../aws/environment.ts';
import { type QueueMessage, sendMessage } from '../aws/send-message.ts';
import { sfn } from '../aws/sfn.ts';
import type { SubmissionInput } from '../invoices/submission/submission.ts';
import { SENDING_DELAYS } from '../mail/sending-delays.ts';

/**
 * What a committed change sets going. Items are the outbox: the table's stream brings every change of the kinds named here,
 * at least once, and each becomes messages to the queues that do the work.
 */

/** A change of an item, as the stream tells it. */
export interface Change {
  before: Record<string, unknown> | undefined;
  after: Record<string, unknown> | undefined;
}

/** A message to a queue, or the start of a state machine's execution under a name that starts it once. */
export type Dispatch = QueueMessage | { machine: 'submit-invoice'; execution: string; input: object };

const MACHINES: Record<'submit-invoice', EnvironmentVariable> = { 'submit-invoice': 'submitInvoiceMachine' };

/** Of items that are written once: what their creation sets going. Later changes, and expiry, set nothing going. */
const onCreation =
  (dispatches: (item: Record<string, unknown>) => Dispatch[]) =>
  ({ before, after }: Change): Dispatch[] =>
    after && !before ? dispatches(after) : [];

/** One in this many changes of documents has the company's list looked after: its cost is spread over them. */
const LIST_SAMPLE = 64;

/** Seconds after which a crowd of changes has settled, so that one look finds them all. */
const LIST_DELAY = 90;

/** Whether a change is one of the sample, decided by its stamp: a repeated delivery decides alike. */
const isSampled = (stamp: unknown): boolean => (createHash('sha256').update(String(stamp)).digest()[0] ?? 0) % LIST_SAMPLE === 0;

/** A mail with a document is sent when it is asked for, and again some time after each try that failed. */
function sendings({ before, after }: Change): Dispatch[] {
  const tries = (item: Change['after']): number => (item?.['data'] as { tries: number } | undefined)?.tries ?? -1;
  if (!after || tries(after) <= tries(before)) return [];
  const body = { pk: after['pk'], sk: after['sk'] };
  const delaySeconds = SENDING_DELAYS[tries(after) - 1];
  return [{ queue: 'document-email', body, ...(delaySeconds !== undefined && { delaySeconds }) }];
}

/** Kind of item to what its change sets going. */
const ROUTES: Record<string, (change: Change) => Dispatch[]> = {
  invoice: ({ before, after }) =>
    // Changes that lists do not show leave the stamp as it was.
    after && after['gsi4sk'] !== before?.['gsi4sk'] && isSampled(after['gsi4sk'])
      ? [{ queue: 'list', body: { companyId: companyOf(after), kind: 'invoice' }, delaySeconds: LIST_DELAY }]
      : [],
  'invoice-email': sendings,
  export: onCreation(item => [
    { queue: 'export', body: { companyId: companyOf(item), id: (item['data'] as { id: string }).id } },
  ]),
  'removed-attachment': onCreation(({ data }) => [{ queue: 'discard', body: data as object }]),
  mail: onCreation(({ pk, sk }) => [{ queue: 'email', body: { pk, sk } }]),
  submission: onCreation(({ data }) => {
    const input = data as SubmissionInput;
    return [{ machine: 'submit-invoice', execution: input.submissionId, input }];
  }),
};

/** The kinds of items whose changes matter. */
export const DISPATCHED_KINDS = Object.keys(ROUTES);

/** What a change sets going. */
export const dispatchesOf = (change: Change): Dispatch[] =>
  ROUTES[String((change.after ?? change.before)?.['kind'])]?.(change) ?? [];

/** Sends what a change sets going. May send it twice when repeated: the receivers are idempotent. */
export async function dispatch(change: Change): Promise<void> {
  await Promise.all(dispatchesOf(change).map(one => ('queue' in one ? sendMessage(one) : start(one))));
}

const companyOf = ({ data }: Record<string, unknown>): string => (data as { companyId: string }).companyId;

async function start({ machine, execution, input }: Extract<Dispatch, { machine: string }>): Promise<void> {
  try {
    await sfn().send(
      new StartExecutionCommand({
        stateMachineArn: environment(MACHINES[machine]),
        name: execution,
        input: JSON.stringify(input),
      }),
    );
  } catch (error) {
    // The stream told it before: the execution ran already.
    if ((error as Error).name !== 'ExecutionAlreadyExists') throw error;
  }
}
