import { ConditionFailed, retryOnContention } from '#shared/platform/store/transact.ts';
import type { Made } from './plan.ts';

/**
 * Stores a record unless it is there by now.
 *
 * @param store one transaction; when one of its conditions fails, `there` says whether the record is the reason
 * @throws 503 when others change the same items again and again
 */
export const onceMore = (store: (attempt: number) => Promise<Made>, there: () => Promise<Made | undefined>): Promise<Made> =>
  retryOnContention(async attempt => {
    try {
      return await store(attempt);
    } catch (error) {
      const made = error instanceof ConditionFailed ? await there() : undefined;
      if (made) return made;
      throw error;
    }
  });
