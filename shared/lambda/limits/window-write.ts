import { now } from '../../kernel/clock.ts';
import { rateLimited } from '../../kernel/errors.ts';
import { tableName } from '../../store/table.ts';
import type { Write } from '../../store/transact.ts';
import type { Window } from './rate-limits.ts';

/**
 * Counts one in a sliding window as part of a transaction: what is refused for another reason, or answered again to an
 * `Idempotency-Key`, counts nothing. The item is a shift register of the instants of the last `limit` ones, as in rate-limits.ts.
 * Such limits are by company, so they hold whatever `RATE_LIMITS` says.
 *
 * @throws (in the transaction) 429 when the oldest of them is still inside.
 */
export function windowWrites({ limit, seconds }: Window, subject: string): Write[] {
  const at = now().getTime();
  const slots = Array.from({ length: limit }, (_, slot) => `s${slot}`);
  const shift = slots.map((slot, place) =>
    place + 1 < slots.length ? `${slot} = if_not_exists(${slots[place + 1]}, :never)` : `${slot} = :at`,
  );
  const operation = {
    Update: {
      TableName: tableName(),
      Key: { pk: `RATE#${subject}`, sk: 'WINDOW' },
      UpdateExpression: `SET ${shift.join(', ')}, expiresAt = :expires`,
      ConditionExpression: 'attribute_not_exists(s0) OR s0 <= :left',
      ExpressionAttributeValues: {
        ':at': at,
        ...(limit > 1 && { ':never': 0 }),
        ':left': at - seconds * 1000,
        ':expires': Math.ceil(at / 1000) + seconds,
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    },
  };
  const refused = (found: Record<string, unknown> | undefined): Error => {
    const wait = (Number(found?.['s0'] ?? at) + seconds * 1000 - at) / 1000;
    return rateLimited('Rate limit exceeded.', Math.max(1, Math.ceil(wait)));
  };
  return [{ operation, refused }];
}
