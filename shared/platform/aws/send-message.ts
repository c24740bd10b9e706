import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { environmentVariable } from './environment.ts';
import { type QueueMessage, queueVariable } from './queues.ts';
import { sqs } from './sqs.ts';

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
