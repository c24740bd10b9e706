import { isDeepStrictEqual } from 'node:util';
import type { _Record as StreamRecord, AttributeValue } from '@aws-sdk/client-dynamodb-streams';

/** Converts records of the table's stream to the format of Lambda's DynamoDB events: JSON, with bytes in base64. */

export function lambdaRecord(record: StreamRecord): unknown {
  const { dynamodb = {} } = record;
  const images = { Keys: dynamodb.Keys, OldImage: dynamodb.OldImage, NewImage: dynamodb.NewImage };
  const shown = Object.entries(images).flatMap(([name, image]) => (image ? [[name, jsonImage(image)]] : []));
  return {
    eventID: record.eventID,
    eventName: record.eventName,
    eventVersion: record.eventVersion,
    eventSource: 'aws:dynamodb',
    awsRegion: record.awsRegion,
    dynamodb: {
      ApproximateCreationDateTime: Math.floor((dynamodb.ApproximateCreationDateTime?.getTime() ?? 0) / 1000),
      ...(Object.fromEntries(shown) as Record<string, unknown>),
      SequenceNumber: dynamodb.SequenceNumber,
      SizeBytes: dynamodb.SizeBytes,
      StreamViewType: dynamodb.StreamViewType,
    },
  };
}

/** Whether the write of a record left its item as it was: DynamoDB's stream has no record of it, that of the local engine has. */
export const changesNothing = ({ dynamodb: { OldImage, NewImage } = {} }: StreamRecord): boolean =>
  OldImage !== undefined && isDeepStrictEqual(OldImage, NewImage);

const jsonImage = (image: Record<string, AttributeValue>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(image).map(([name, value]) => [name, jsonValue(value)]));

function jsonValue(value: AttributeValue): unknown {
  if (value.B) return { B: base64(value.B) };
  if (value.BS) return { BS: value.BS.map(base64) };
  if (value.L) return { L: value.L.map(jsonValue) };
  if (value.M) return { M: jsonImage(value.M) };
  return value;
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
