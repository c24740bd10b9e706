import { DeleteMessageCommand, type Message, SendMessageCommand } from '@aws-sdk/client-sqs';
import { sqs } from '#shared/platform/aws/sqs.ts';
import type { Arguments } from './arguments.ts';
import { isFrom, type QueueAt, received, release, type Source } from './dead-letters.ts';

export interface Moved {
  moved: number;
  /** Why messages could not be moved, one line each; these messages stay in the dead-letter queue. */
  failures: string[];
}

export interface Move extends Pick<Arguments, 'limit' | 'rate'> {
  from: QueueAt;
  /** Which messages are moved, and the URL of their queue. */
  to: Source & { url: string };
  wait(seconds: number): Promise<void>;
}

/**
 * Moves the dead letters of one queue, or of one worker of it, back to it. Not by SQS itself (StartMessageMoveTask): that would move those
 * of all queues, also of those
 * whose consumer still fails. If interrupted, the rest stays, and at most one batch of messages is in both queues.
 */
export async function move({ from, to, limit = Infinity, rate, wait }: Move): Promise<Moved> {
  const failures: string[] = [];
  let moved = 0;
  const kept: Message[] = [];
  try {
    for await (const messages of received(from)) {
      const own = messages.filter(message => isFrom(message, to)).slice(0, limit - moved - failures.length);
      kept.push(...messages.filter(message => !own.includes(message)));
      const results = rate === undefined ? await Promise.all(own.map(one => moveOne(from, to, one))) : [];
      if (rate !== undefined)
        for (const one of own) {
          results.push(await moveOne(from, to, one));
          await wait(1 / rate);
        }
      own.forEach((message, place) => {
        const failure = results[place];
        if (failure === undefined) {
          moved += 1;
        } else {
          failures.push(failure);
          kept.push(message);
        }
      });
      if (moved + failures.length >= limit) break;
    }
  } finally {
    await release(from, kept);
  }
  return { moved, failures };
}

/**
 * Sends first, then deletes: a crash in between duplicates the message, which idempotent consumers tolerate, instead of losing it.
 *
 * @returns why it could not be moved
 */
async function moveOne(from: QueueAt, to: Move['to'], message: Message): Promise<string | undefined> {
  const { Body, MessageAttributes, ReceiptHandle, MessageId } = message;
  try {
    await sqs().send(new SendMessageCommand({ QueueUrl: to.url, MessageBody: Body, MessageAttributes }));
    await sqs().send(new DeleteMessageCommand({ QueueUrl: from.url, ReceiptHandle }));
    return undefined;
  } catch (error) {
    return `${MessageId}: ${(error as Error).name}: ${(error as Error).message}`;
  }
}
