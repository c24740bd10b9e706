import { beforeAll } from 'vitest';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { instantIn } from '#shared/base/kernel/clock.ts';
import { scheduleEmail } from '#shared/output/mail/documents/schedule.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { inForce } from '../support/invoices.ts';
import { keyWith } from '../support/members.ts';
import type { Scope, Service } from '../support/service.ts';

/** A company, made before the first test, with a credential that outlives every turn of the clock, and its scheduled mails. */
export function mailCalls(service: () => Service) {
  // Filled in place.
  const scope = {} as Scope;
  beforeAll(async () => {
    const user = await service().newUser();
    const { company } = await service().newCompany(user);
    Object.assign(scope, { token: await keyWith(service(), user, PERMISSIONS), company });
  });
  /** An invoice whose mail is due. */
  async function due(overrides: object = {}): Promise<string> {
    const { id } = await inForce(service(), scope, overrides);
    await transact([scheduleEmail(KINDS.invoice, { companyId: scope.company, documentId: id, at: instantIn(-60) })]);
    return id;
  }
  async function runSchedule(): Promise<void> {
    await service().api('POST', '/_local/schedules/scheduled-emails/run');
    await service().idle();
  }
  return { scope, due, runSchedule };
}
