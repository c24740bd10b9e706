import {
  ChangeMessageVisibilityBatchCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs';
import { sqs } from '../../shared/aws/sqs.ts';
import { subjectsOf } from './subjects.ts';

/** Reads of queues: addresses, numbers of messages, and a look at some of them. */

export interface QueueAt {
  url: string;
  arn: string;
  /** Messages in it, also those that somebody holds at the moment; SQS counts about. */
  messages: number;
}

/** @throws QueueDoesNotExist when the stage has none of that name */
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

/** Seconds that they are held while they are looked at; should this process die, they are back after that. */
const HELD_SECONDS = 20;

/** Some messages of a queue, a line for each: id, when it was sent, how often it was tried, what it is about. */
export async function sampleOf({ url }: QueueAt): Promise<string[]> {
  const { Messages: messages = [] } = await sqs().send(
    new ReceiveMessageCommand({
      QueueUrl: url,
      MaxNumberOfMessages: SAMPLE,
      VisibilityTimeout: HELD_SECONDS,
      WaitTimeSeconds: 1,
      MessageSystemAttributeNames: ['SentTimestamp', 'ApproximateReceiveCount'],
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
