import { now } from '#shared/base/kernel/clock.ts';
import { LimitReached, type Policy } from '#shared/platform/lambda/limits/limit-reached.ts';
import { UPLOADED_BYTES } from '#shared/platform/lambda/limits/policies.ts';
import type { CompanyId, Key } from '#shared/platform/store/table.ts';
import { update, type Write } from '#shared/platform/store/transact.ts';

/**
 * The bytes of all uploads that a company has announced in a day (UTC). Storage counts a file only once its upload is completed; files
 * that never are stay in the bucket for a day. An upload form takes no more bytes than were announced (start-upload.ts).
 */
const keyOf = (company: CompanyId, day: number): Key => ({ pk: `RATE#uploaded-bytes#${company}`, sk: `DAY#${day}` });

/** The write that counts announced bytes; the transaction fails with 429 until the next day when they are too many. */
export function countAnnounced(company: CompanyId, bytes: number): Write {
  const { limit, seconds } = UPLOADED_BYTES;
  const at = now().getTime() / 1000;
  const day = Math.floor(at / seconds);
  const end = (day + 1) * seconds;
  const policy: Policy = { policy: 'uploaded-bytes', quota: limit, windowSeconds: seconds };
  return update(
    keyOf(company, day),
    {
      expression: 'SET expiresAt = :expires ADD #bytes :size',
      names: { '#bytes': 'bytes' },
      values: { ':expires': end, ':size': bytes, ':most': limit - bytes },
      condition: 'attribute_not_exists(#bytes) OR #bytes <= :most',
    },
    () => new LimitReached(policy, end - at),
  );
}
