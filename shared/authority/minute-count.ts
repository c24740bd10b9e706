import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../aws/dynamodb.ts';
import { getItems } from '../store/read.ts';
import { type Key, tableName } from '../store/table.ts';

/** What is counted by the minute, for the fair spread alone: it need not be exact. One item for a minute, which goes ten minutes later. */
export interface MinuteCount {
  /** Whole minutes since the epoch. */
  epochMinute: number;
  taken: number;
  /** In the minute before. */
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
 * @param more calls that were taken, or given back
 * @returns how often something was taken, whatever was given back
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

/** The counts of several subjects. One round trip. */
export async function readMinutes(subjects: string[], epochMinute: number): Promise<MinuteCount[]> {
  const keys = subjects.flatMap(subject => [countKey(subject, epochMinute), countKey(subject, epochMinute - 1)]);
  const found = await getItems<{ taken: number }>(keys, { consistent: false });
  return subjects.map((_, place) => ({
    epochMinute,
    taken: found[2 * place]?.taken ?? 0,
    takenBefore: found[2 * place + 1]?.taken ?? 0,
  }));
}
