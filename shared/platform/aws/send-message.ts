import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { environmentVariable } from './environment.ts';
import { queueVariable, type SendableQueue } from './queues.ts';
import { sqs } from './sqs.ts';

export interface QueueMessage {
  queue: SendableQueue;
  /** The content of the message, sent as JSON; its shape is set by the queue's worker. */
  body: object;
  /** Seconds until it is delivered; at most 900. */
  delaySeconds?: number;
}

/** @throws Error unless the calling Lambda function declares the queue in its `uses`, which sets the queue's variable */
export async function sendMessage({ queue, body, delaySeconds }: QueueMessage): Promise<void> {
  await sqs().send(
    new SendMessageCommand({
      QueueUrl: environmentVariable(queueVariable(queue)),
      MessageBody: JSON.stringify(body),
      ...(delaySeconds && { DelaySeconds: delaySeconds }),
    }),
  );
}
