import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { getItems } from '#shared/platform/store/read.ts';
import { type Key, tableName } from '#shared/platform/store/table.ts';

/**
 * Calls of a subject per minute. Only fair shares use it, so it need not be exact. One item per minute, with a TTL of ten minutes.
 */
export interface MinuteCount {
  /** Whole minutes since the epoch. */
  epochMinute: number;
  taken: number;
  /** Calls taken in the minute before. */
  takenBefore: number;
}

const MINUTE = 60_000;
const KEPT_SECONDS = 600;

export const minuteOf = (at: number): number => Math.floor(at / MINUTE);

const countKey = (subject: string, epochMinute: number): Key => ({
  pk: `RATE#taxauth-share#${subject}`,
  sk: `MINUTE#${epochMinute}`,
});

/**
 * Adds to the count of a minute.
 *
 * @param more 1 for a call that was taken, -1 for one that was given back
 * @returns the calls taken in this minute so far, those given back included
 */
export async function addToMinute(subject: string, epochMinute: number, more: 1 | -1): Promise<number> {
  const { Attributes } = await dynamodb().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: countKey(subject, epochMinute),
      UpdateExpression: 'SET expiresAt = :expires ADD taken :more, asked :asked',
      ExpressionAttributeValues: {
        ':more': more,
        ':asked': Math.max(0, more),
        ':expires': (epochMinute * MINUTE) / 1000 + KEPT_SECONDS,
      },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return Number(Attributes?.['asked']);
}

/** The counts of several subjects, in their order. One round trip, eventually consistent. */
export async function readMinutes(subjects: string[], epochMinute: number): Promise<MinuteCount[]> {
  const keys = subjects.flatMap(subject => [countKey(subject, epochMinute), countKey(subject, epochMinute - 1)]);
  const found = await getItems<{ taken: number }>(keys, { consistent: false });
  return subjects.map((_, place) => ({
    epochMinute,
    taken: found[2 * place]?.taken ?? 0,
    takenBefore: found[2 * place + 1]?.taken ?? 0,
  }));
}
