import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { localInstant, today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { InvoiceList } from '../../support/contract.ts';
import { recurring } from '../../support/recurring/templates.ts';
import { useOwnService } from '../../support/service.ts';
import { useIssueNow } from './issue-now-calls.ts';

const service = useOwnService();
const { scope, request, issueNow, later } = useIssueNow(service);

describe('issuing a recurring invoice at once', () => {
  it('is done once for many simultaneous requests; the others get 409 generation_in_progress', async () => {
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

  it('mails the document the set number of days later, at its time in Romania', async () => {
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
  });
});
