import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { environment, type EnvironmentVariable } from '../aws/environment.ts';
import { sqs } from '../aws/sqs.ts';

/**
 * What a committed change sets going. Items are the outbox: the table's stream brings every change of the kinds named here,
 * at least once, and each becomes messages to the queues that do the work.
 */

/** A change of an item, as the stream tells it. */
export interface Change {
  before: Record<string, unknown> | undefined;
  after: Record<string, unknown> | undefined;
}

export interface Dispatch {
  queue: 'email' | 'render';
  body: object;
}

const QUEUE_URLS: Record<Dispatch['queue'], EnvironmentVariable> = { email: 'emailQueueUrl', render: 'renderQueueUrl' };

/** Of items that are written once: what their creation sets going. Later changes, and expiry, set nothing going. */
const onCreation =
  (dispatches: (item: Record<string, unknown>) => Dispatch[]) =>
  ({ before, after }: Change): Dispatch[] =>
    after && !before ? dispatches(after) : [];

/** Kind of item to what its change sets going. */
const ROUTES: Record<string, (change: Change) => Dispatch[]> = {
  mail: onCreation(({ pk, sk }) => [{ queue: 'email', body: { pk, sk } }]),
};

/** The kinds of items whose changes matter. */
export const DISPATCHED_KINDS = Object.keys(ROUTES);

/** What a change sets going. */
export const dispatchesOf = (change: Change): Dispatch[] =>
  ROUTES[String((change.after ?? change.before)?.['kind'])]?.(change) ?? [];

/** Sends what a change sets going. May send it twice when repeated: the receivers are idempotent. */
export async function dispatch(change: Change): Promise<void> {
  await Promise.all(
    dispatchesOf(change).map(({ queue, body }) =>
      sqs().send(new SendMessageCommand({ QueueUrl: environment(QUEUE_URLS[queue]), MessageBody: JSON.stringify(body) })),
    ),
  );
}
