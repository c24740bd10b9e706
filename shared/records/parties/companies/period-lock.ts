import * as z from 'zod';
import { changeCompany, stillClosed } from '#shared/platform/access/company-store.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { instant, localDay, instantIn, presentInstant } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { found, invalidFields, notFound } from '#shared/base/kernel/errors.ts';
import { date } from '#shared/base/kernel/fields.ts';
import type { Company } from '#shared/model/company.ts';
import type { PersonRef } from '#shared/model/document.ts';
import { firstOpenDay } from '#shared/model/fiscal/closed-period.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { companyKey, type CompanyId, type Item, type Key } from '#shared/platform/store/table.ts';
import { type Commit, put, retryOnContention } from '#shared/platform/store/transact.ts';
import type { periodLockSchema } from './period-lock-schema.ts';

/**
 * The period lock (COM-78 to COM-80, docs/adr/0054-period-lock.md): `closedUntil` of the company, and its last changes in the item `C#<company>` / `PERIODLOCK`, both
 * written in one transaction.
 */

export const periodLockBody = z
  .object({
    closedUntil: date().nullable(),
    reason: z.string().trim().min(10, 'must have at least 10 characters').max(500, 'must have at most 500 characters').nullish(),
  })
  .meta({ id: 'PeriodLockInput' });
type PeriodLockInput = z.infer<typeof periodLockBody>;

interface LockChange {
  at: string;
  by: PersonRef;
  from: string | null;
  to: string | null;
  reason: string | null;
}

/** The lock of a company with its changes, newest first. */
export interface PeriodLockView {
  company: Pick<Company, 'id' | 'closedUntil'>;
  changes: readonly LockChange[];
}

type LockItem = Item & { data: { changes: LockChange[] } };

/** How many changes are kept. */
const KEPT = 50;

const keyOf = (company: CompanyId): Key => companyKey(company, 'PERIODLOCK');

const readChanges = async (company: CompanyId): Promise<LockChange[]> =>
  (await getItem<LockItem>(keyOf(company)))?.data.changes ?? [];

/** The lock with its changes. One read. */
export const readPeriodLock = async (company: Company): Promise<PeriodLockView> => ({
  company,
  changes: await readChanges(company.id),
});

/** Seconds after the end of a day within which it cannot be closed: nothing that was decided on the day itself is committed later. */
const UNSETTLED_SECONDS = 15 * 60;

/** The last day that can be closed now. */
const mostClosed = (): string => addDays(localDay(instantIn(-UNSETTLED_SECONDS)), -1);

/**
 * Closes or opens days. The same day again changes nothing.
 *
 * @throws 404 when the company was deleted meanwhile; 422 for a day that has not ended, and without a reason to open days
 */
export function setPeriodLock(
  loaded: Company,
  { closedUntil, reason = null }: PeriodLockInput,
  by: PersonRef,
  commit: Commit<PeriodLockView>,
): Promise<PeriodLockView> {
  if (closedUntil !== null && closedUntil > mostClosed())
    throw invalidFields({ closedUntil: [`must be at most ${mostClosed()}: only days that have ended can be closed`] });
  return retryOnContention(async attempt => {
    const before = attempt === 0 ? loaded : found(await readCompany(loaded.id), 'Company');
    if (before.deletedAt !== null) throw notFound('Company');
    // Read after the company, whose version the transaction is conditional on: nobody has changed the two in between.
    const earlier = await readChanges(before.id);
    const from = before.closedUntil ?? null;
    if (from === closedUntil) return commit([stillClosed(before)], { company: before, changes: earlier });
    if (from !== null && (closedUntil === null || closedUntil < from) && reason === null)
      throw invalidFields({ reason: [`is required to open days: the books are closed until ${from}`] });
    const at = instant();
    const { closedUntil: _, ...rest } = before;
    const company: Company = {
      ...rest,
      ...(closedUntil !== null && { closedUntil }),
      version: before.version + 1,
      updatedAt: at,
    };
    const changes = [{ at, by, from, to: closedUntil, reason }, ...earlier].slice(0, KEPT);
    return commit([changeCompany(before, company), put({ ...keyOf(before.id), kind: 'period-lock', data: { changes } })], {
      company,
      changes,
    });
  });
}

export const presentPeriodLock = ({ company, changes }: PeriodLockView): z.input<typeof periodLockSchema> => ({
  closedUntil: company.closedUntil ?? null,
  firstOpenDay: company.closedUntil ? firstOpenDay(company.closedUntil) : null,
  changes: changes.map(({ at, by, from, to, reason }) => ({
    at: presentInstant(at),
    by: { id: by.id, name: by.name },
    ...{ from, to, reason },
  })),
});
