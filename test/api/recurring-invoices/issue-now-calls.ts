import { beforeAll } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { Invoice, RecurringInvoice, Refusal } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { keyWith } from '../../support/members.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { recurringIn, type Recurring } from '../../support/recurring/templates.ts';
import type { Service, User } from '../../support/service.ts';

/** Shared by tests of recurring invoices that are issued at once. */
export function useIssueNow(service: () => Service) {
  const user = {} as User;
  const scope = {} as Recurring;

  beforeAll(async () => {
    Object.assign(user, await service().newUser());
    const { company } = await service().newCompany(user);
    const own = { token: await keyWith(service(), user, PERMISSIONS), company };
    Object.assign(scope, await recurringIn(service(), { ...own, clientId: (await service().newClient(own)).id }));
  });

  const request = <T = RecurringInvoice>(method: string, path: string, body?: unknown) =>
    call<T & Refusal>(service(), scope, method, path, body);
  const issueNow = (uuid: string) => request<Invoice>('POST', `/recurring-invoices/${uuid}/issue-now`);
  const later = () => ({ nextIssuanceDate: addDays(today(), 10) });

  return { user, scope, request, issueNow, later };
}
