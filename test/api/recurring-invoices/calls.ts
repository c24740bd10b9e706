import { beforeAll } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import type { Invoice, RecurringInvoice, Refusal } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { keyWith } from '../../support/members.ts';
import { type Recurring, recurringIn } from '../../support/recurring/templates.ts';
import type { Service, User } from '../../support/service.ts';

/** Recurring invoices that are issued by their schedule, or at once. */
export function useIssuing(service: () => Service) {
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
  const run = async (): Promise<void> => {
    await expecting(202, 'The schedule', service().api('POST', '/_local/schedules/recurring-invoices/run'));
    await service().idle();
  };
  const read = async (uuid: string) => (await request('GET', `/recurring-invoices/${uuid}`)).body;
  const invoiceOf = async ({ lastInvoiceId }: RecurringInvoice) =>
    (await request<Invoice>('GET', `/invoices/${lastInvoiceId}`)).body;
  const issueNow = (uuid: string) => request<Invoice>('POST', `/recurring-invoices/${uuid}/issue-now`);
  const later = () => ({ nextIssuanceDate: addDays(today(), 10) });
  return { user, scope, request, run, read, invoiceOf, issueNow, later };
}
