import { randomInt, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { localInstant, today } from '../../../shared/kernel/clock.ts';
import { addDays } from '../../../shared/kernel/dates.ts';
import type { Invoice, InvoiceList, RecurringInvoice, Refusal } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { keyWith } from '../../support/members.ts';
import { PERMISSIONS } from '../../../shared/access/permissions.ts';
import { type Recurring, recurring, recurringIn } from '../../support/recurring/templates.ts';
import { useOwnService, type User } from '../../support/service.ts';

const service = useOwnService();
let user: User;
let scope: Recurring;

beforeAll(async () => {
  user = await service().newUser();
  const { company } = await service().newCompany(user);
  const own = { token: await keyWith(service(), user, PERMISSIONS), company };
  scope = await recurringIn(service(), { ...own, clientId: (await service().newClient(own)).id });
});

const request = <T = RecurringInvoice>(method: string, path: string, body?: unknown) =>
  call<T & Refusal>(service(), scope, method, path, body);
const issueNow = (uuid: string) => request<Invoice>('POST', `/recurring-invoices/${uuid}/issue-now`);
const later = () => ({ nextIssuanceDate: addDays(today(), 10) });

describe('Issuing a recurring invoice at once', () => {
  it('is done by one of many at the same moment; the others get 409 generation_in_progress', async () => {
    const { uuid } = await recurring(service(), scope, later());
    const answers = await Promise.all(Array.from({ length: 6 }, () => issueNow(uuid)));
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 409);
    expect(made.length + refused.length).toBe(6);
    expect(made.length).toBeGreaterThan(0);
    for (const { body } of refused) expect(body.error.details['reason']).toBe('generation_in_progress');
    const all = await request<InvoiceList>('GET', '/invoices?limit=100');
    const numbers = made.map(({ body }) => body.number);
    expect(all.body.data.filter(({ number }) => numbers.includes(number))).toHaveLength(new Set(numbers).size);
  });

  it('mails the document so many days later, at its time in Romania', async () => {
    const email = `${randomUUID()}@client.example`;
    const { id: clientId } = await service().newClient(scope, { cui: `RO9${randomInt(10_000_000, 99_999_999)}`, email });
    const automatic = { autoEmailEnabled: true, autoEmailTime: '18:30', autoEmailDayOffset: 2 };
    const { uuid } = await recurring(service(), scope, { ...later(), clientId, ...automatic });
    const { body } = await issueNow(uuid);
    const at = localInstant(addDays(today(), 2), '18:30');
    expect(body.scheduledEmailAt).toBe(`${at.slice(0, 19)}Z`);
    const turn = async (minutes: number) =>
      service().advance(`PT${Math.ceil((Date.parse(at) + minutes * 60_000 - service().runtime.clock.now()) / 1000)}S`);
    await turn(-1);
    expect(await service().mailbox(email)).toEqual([]);
    await turn(6);
    expect(await service().mailbox(email)).toHaveLength(1);
  }, 120_000);
});
