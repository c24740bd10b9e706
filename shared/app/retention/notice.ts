import * as z from 'zod';
import { isDate } from '#shared/base/kernel/dates.ts';
import { mailRequest } from '#shared/output/mail/requests.ts';
import { RETENTION_BY_LAW } from '#shared/output/files/retention.ts';
import { noticedMembers } from '#shared/platform/access/noticed.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { companyId } from '#shared/platform/lambda/message.ts';
import { companyPartition } from '#shared/platform/store/table.ts';
import { ConditionFailed, transact } from '#shared/platform/store/transact.ts';
import { presentRetention } from '#shared/records/parties/companies/present.ts';
import { limitsOf } from './limits.ts';
import { countPast } from './past.ts';

/** Queue message of the yearly notice of a company. */
export const noticeTask = z.object({
  companyId: companyId(),
  /** `YYYY-MM-DD` in Romania. */
  day: z.string().refine(isDate),
});

/**
 * Requests the yearly mails about what is past its time, to the members who may remove it (COM-77); none when nothing is. Of a company that
 * has set no years for its documents, those are counted whose time by law has ended. Idempotent: at most one mail for each member and year.
 */
export async function noticePast({ companyId: id, day }: z.output<typeof noticeTask>): Promise<void> {
  const company = await readCompany(id);
  if (!company || company.deletedAt !== null || company.sandbox) return;
  const settings = presentRetention(company);
  const documentYears = settings.documentYears ?? RETENTION_BY_LAW;
  const past = await countPast(id, limitsOf(company, { ...settings, documentYears }, day));
  if (Object.values(past).every(count => count === 0)) return;
  const year = day.slice(0, 4);
  const members = await noticedMembers(company, 'company.delete');
  await Promise.all(
    members.map(async ({ userId }) => {
      const request = { template: 'past-retention' as const, userId, companyId: id, companyName: company.name, past };
      try {
        await transact([mailRequest(companyPartition(id), request, `retention-${year}-${userId}`)]);
      } catch (error) {
        // An earlier message has requested it.
        if (!(error instanceof ConditionFailed)) throw error;
      }
    }),
  );
}
