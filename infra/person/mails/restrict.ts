import { instant } from '#shared/base/kernel/clock.ts';
import { isRestricted, liftingWrite, restrictionWrite } from '#shared/output/mail/documents/suppression.ts';
import { retryOnContention, transact } from '#shared/platform/store/transact.ts';
import type { Person } from '../match.ts';
import { mailedAddresses } from './mailed.ts';

/** Restricts the use of a person's addresses in every company that mails to them (GDPR art. 18), and ends that again. */

/**
 * Idempotent: a restriction that is there, or is gone, stays so; after a crash the next run does the rest.
 *
 * @param lift true: ends the restrictions, and leaves objections, complaints and bounces as they are
 * @param confirmed false: nothing is written
 * @returns the number of addresses of companies that were restricted or released, or would be
 */
export async function restrictMails(person: Person, lift: boolean, confirmed: boolean): Promise<number> {
  let changed = 0;
  for (const { company, address } of await mailedAddresses(person)) {
    if ((await isRestricted(company, address)) !== lift) continue;
    changed++;
    if (!confirmed) continue;
    await retryOnContention(() =>
      transact([lift ? liftingWrite(company, address) : restrictionWrite(company, address, instant())]),
    );
  }
  return changed;
}
