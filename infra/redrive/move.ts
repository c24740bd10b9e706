import {
  DeleteMessageCommand,
  ListMessageMoveTasksCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { sqs } from '#shared/platform/aws/sqs.ts';
import type { Arguments } from './arguments.ts';
import type { QueueAt } from './dead-letters.ts';

/** How messages are moved: SQS can move a whole queue as one task, but takes no limit; with a limit, we move message by message. */
export type Plan = { by: 'task'; rate: number | undefined } | { by: 'message'; limit: number; rate: number | undefined };

/** Without a limit, SQS moves the whole queue as a task; with one, messages are moved one by one. Pure. */
export const planOf = ({ limit, rate }: Pick<Arguments, 'limit' | 'rate'>): Plan =>
  limit === undefined ? { by: 'task', rate } : { by: 'message', limit, rate };

export interface Moved {
  moved: number;
  /** Why messages could not be moved, one line each; these messages stay in the source queue. */
  failures: string[];
}

export interface Move {
  from: QueueAt;
  to: QueueAt;
  plan: Plan;
  wait(seconds: number): Promise<void>;
}

/** Moves messages to another queue. If interrupted, a task goes on in SQS; one by one, the rest stay and at most one is in both queues. */
export const move = ({ plan, ...rest }: Move): Promise<Moved> =>
  plan.by === 'task' ? moveAll(rest, plan.rate) : moveSome(rest, plan);

async function moveAll({ from, to, wait }: Omit<Move, 'plan'>, rate: number | undefined): Promise<Moved> {
  await sqs().send(
    new StartMessageMoveTaskCommand({
      SourceArn: from.arn,
      DestinationArn: to.arn,
      ...(rate !== undefined && { MaxNumberOfMessagesPerSecond: rate }),
    }),
  );
  for (;;) {
    const { Results = [] } = await sqs().send(new ListMessageMoveTasksCommand({ SourceArn: from.arn, MaxResults: 1 }));
    const [task] = Results;
    if (task?.Status !== 'RUNNING') {
      const failures = task?.Status === 'COMPLETED' ? [] : [task?.FailureReason ?? `The task is ${task?.Status ?? 'gone'}.`];
      return { moved: task?.ApproximateNumberOfMessagesMoved ?? 0, failures };
    }
    await wait(1);
  }
}

/** Visibility timeout of received messages: far longer than moving a batch of `AT_ONCE` takes, even at the lowest rate. */
const HELD_SECONDS = 60;
const AT_ONCE = 10;

async function moveSome(
  { from, to, wait }: Omit<Move, 'plan'>,
  { limit, rate }: Extract<Plan, { by: 'message' }>,
): Promise<Moved> {
  const failures: string[] = [];
  let moved = 0;
  while (moved + failures.length < limit) {
    const { Messages: messages = [] } = await sqs().send(
      new ReceiveMessageCommand({
        QueueUrl: from.url,
        MaxNumberOfMessages: Math.min(AT_ONCE, limit - moved - failures.length),
        VisibilityTimeout: HELD_SECONDS,
        WaitTimeSeconds: 1,
        MessageAttributeNames: ['All'],
      }),
    );
    if (messages.length === 0) break;
    for (const message of messages) {
      try {
        await moveOne(from, to, message);
        moved += 1;
      } catch (error) {
        failures.push(`${message.MessageId}: ${(error as Error).name}: ${(error as Error).message}`);
      }
      if (rate !== undefined) await wait(1 / rate);
    }
  }
  return { moved, failures };
}

/** Sends first, then deletes: a crash in between duplicates the message, which idempotent consumers tolerate, instead of losing it. */
async function moveOne(from: QueueAt, to: QueueAt, { Body, MessageAttributes, ReceiptHandle }: Message): Promise<void> {
  await sqs().send(new SendMessageCommand({ QueueUrl: to.url, MessageBody: Body, MessageAttributes }));
  await sqs().send(new DeleteMessageCommand({ QueueUrl: from.url, ReceiptHandle }));
}
