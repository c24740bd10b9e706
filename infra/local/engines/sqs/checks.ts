import * as z from 'zod';
import { AwsError } from '../http.ts';

/** What SQS refuses beyond the types and ranges of parameters. */

export const MAX_MESSAGE_BYTES = 1_048_576;
/** Characters outside XML 1.0, which SQS rejects. */
const FORBIDDEN = /[^\x09\x0a\x0d\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** The handles that this engine gives. */
const HANDLE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** @throws AwsError ReceiptHandleIsInvalid for a text that no receive has given */
export function handleIn({ ReceiptHandle }: { ReceiptHandle: string }): string {
  if (!HANDLE.test(ReceiptHandle))
    throw new AwsError(
      'ReceiptHandleIsInvalid',
      404,
      `The input receipt handle "${ReceiptHandle}" is not a valid receipt handle.`,
    );
  return ReceiptHandle;
}

/** Names of attributes that a queue may have, although those of this engine have few (GetQueueAttributes). */
const ATTRIBUTES =
  /^(All|Policy|VisibilityTimeout|MaximumMessageSize|MessageRetentionPeriod|ApproximateNumberOfMessages(NotVisible|Delayed)?|(Created|LastModified)Timestamp|QueueArn|DelaySeconds|ReceiveMessageWaitTimeSeconds|Redrive(Allow)?Policy|KmsMasterKeyId|KmsDataKeyReusePeriodSeconds|SqsManagedSseEnabled)$/;

/** @throws AwsError InvalidAttributeName for an attribute that no queue has */
export function checkAttributeNames(asked: string[]): void {
  const unknown = asked.find(name => !ATTRIBUTES.test(name));
  if (unknown !== undefined) throw new AwsError('InvalidAttributeName', 400, `Unknown Attribute ${unknown}.`);
}

/** The attributes of a message, by their names. */
export const attributes = z
  .record(
    z.string(),
    z.looseObject({ DataType: z.string(), StringValue: z.string().optional(), BinaryValue: z.string().optional() }),
  )
  .default({});
const MOST_ATTRIBUTES = 10;
const TYPE = /^(String|Number|Binary)(\..+)?$/;

function checkAttributes(messageAttributes: z.infer<typeof attributes>): void {
  const invalid = (message: string) => new AwsError('InvalidParameterValue', 400, message);
  const count = Object.keys(messageAttributes).length;
  if (count > MOST_ATTRIBUTES)
    throw invalid(`Number of message attributes [${count}] exceeds the allowed maximum [${MOST_ATTRIBUTES}].`);
  for (const [name, { DataType, StringValue, BinaryValue }] of Object.entries(messageAttributes)) {
    const type = TYPE.exec(DataType)?.[1];
    if (type === undefined)
      throw invalid(`The type of message (user) attribute '${name}' is invalid. You must use only Binary, Number, and String.`);
    if (!(type === 'Binary' ? BinaryValue : StringValue))
      throw invalid(`Message (user) attribute '${name}' must contain a non-empty value of type '${DataType}'.`);
  }
}

/** @throws AwsError for a body or attributes that SQS does not take */
export function checkContent(body: string, messageAttributes: z.infer<typeof attributes>): void {
  checkAttributes(messageAttributes);
  if (FORBIDDEN.test(body)) {
    throw new AwsError('InvalidMessageContents', 400, 'The message contains characters outside the allowed set.');
  }
  const written = Object.keys(messageAttributes).length > 0 ? JSON.stringify(messageAttributes) : '';
  if (Buffer.byteLength(body) + Buffer.byteLength(written) > MAX_MESSAGE_BYTES) {
    throw new AwsError('InvalidParameterValue', 400, `Message must be shorter than ${MAX_MESSAGE_BYTES} bytes.`);
  }
}
