import {
  ChangeMessageVisibilityBatchCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs';
import { sqs } from '#shared/platform/aws/sqs.ts';
import { subjectsOf } from './subjects.ts';

/** Reads queues: URL, ARN, number of messages, and a sample of the messages. */

export interface QueueAt {
  url: string;
  arn: string;
  /** Approximate number of messages, including those in flight. */
  messages: number;
}

/** @throws QueueDoesNotExist when there is no queue of that name */
export async function queueAt(name: string): Promise<QueueAt> {
  const { QueueUrl: url = '' } = await sqs().send(new GetQueueUrlCommand({ QueueName: name }));
  const { Attributes: all = {} } = await sqs().send(
    new GetQueueAttributesCommand({
      QueueUrl: url,
      AttributeNames: ['QueueArn', 'ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
    }),
  );
  const messages = Number(all['ApproximateNumberOfMessages']) + Number(all['ApproximateNumberOfMessagesNotVisible']);
  return { url, arn: all['QueueArn'] ?? '', messages };
}

/** Messages that are shown before anything is moved. */
const SAMPLE = 5;

/** Visibility timeout of the sample in seconds: if this process dies before it releases the messages, they reappear after that. */
const HELD_SECONDS = 20;

/** A sample of a queue's messages, one line each: message id, time of sending, and the ids in the message (subjects.ts). */
export async function sampleOf({ url }: QueueAt): Promise<string[]> {
  const { Messages: messages = [] } = await sqs().send(
    new ReceiveMessageCommand({
      QueueUrl: url,
      MaxNumberOfMessages: SAMPLE,
      VisibilityTimeout: HELD_SECONDS,
      WaitTimeSeconds: 1,
      MessageSystemAttributeNames: ['SentTimestamp'],
    }),
  );
  if (messages.length === 0) return [];
  const Entries = messages.map(({ ReceiptHandle }, place) => ({ Id: String(place), ReceiptHandle, VisibilityTimeout: 0 }));
  await sqs().send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: url, Entries }));
  return messages.map(({ MessageId, Attributes, Body = '' }) => {
    const sentAt = new Date(Number(Attributes?.SentTimestamp)).toISOString();
    return `${MessageId}  sent ${sentAt}  ${subjectsOf(Body)}`;
  });
}
