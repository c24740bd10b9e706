import { StartExecutionCommand } from '@aws-sdk/client-sfn';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { environment, type EnvironmentVariable } from '../aws/environment.ts';
import { sfn } from '../aws/sfn.ts';
import { sqs } from '../aws/sqs.ts';
import type { SubmissionInput } from '../invoices/submission.ts';

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
export type Dispatch = { queue: 'email'; body: object } | { machine: 'submit-invoice'; execution: string; input: object };

const QUEUE_URLS: Record<'email', EnvironmentVariable> = { email: 'emailQueueUrl' };
const MACHINES: Record<'submit-invoice', EnvironmentVariable> = { 'submit-invoice': 'submitInvoiceMachine' };

/** Of items that are written once: what their creation sets going. Later changes, and expiry, set nothing going. */
const onCreation =
  (dispatches: (item: Record<string, unknown>) => Dispatch[]) =>
  ({ before, after }: Change): Dispatch[] =>
    after && !before ? dispatches(after) : [];

/** Kind of item to what its change sets going. */
const ROUTES: Record<string, (change: Change) => Dispatch[]> = {
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
  await Promise.all(dispatchesOf(change).map(one => ('queue' in one ? send(one) : start(one))));
}

const send = ({ queue, body }: Extract<Dispatch, { queue: string }>): Promise<unknown> =>
  sqs().send(new SendMessageCommand({ QueueUrl: environment(QUEUE_URLS[queue]), MessageBody: JSON.stringify(body) }));

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
