import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { localInstant, today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { InvoiceList } from '../../support/contract.ts';
import { recurring } from '../../support/recurring/templates.ts';
import { useOwnService } from '../../support/service.ts';
import { DEPTH } from '../../support/effort.ts';
import { useIssuing } from './calls.ts';

const service = useOwnService();
const { user, scope, request, run, read, issueNow, later } = useIssuing(service);

/** A client of its own, which a test may delete. */
const passing = async () => (await service().newClient(scope, { cui: null, type: 'individual', name: randomUUID() })).id;

describe('issuing a recurring invoice at once', () => {
  it('is dated today and keeps the next date, also while it is inactive', async () => {
    const { uuid } = await recurring(service(), scope, later());
    await request('POST', `/recurring-invoices/${uuid}/toggle`);
    const { status, body } = await issueNow(uuid);
    expect([status, body.error]).toEqual([201, undefined]);
    expect(body).toMatchObject({ status: 'issued', issueDate: today(), recurringInvoiceId: uuid, pdfGenerated: true });
    expect(await read(uuid)).toMatchObject({
      ...{ ...later(), isActive: false, lastInvoiceId: body.id, lastInvoiceNumber: body.number },
    });
    expect((await issueNow(randomUUID())).status).toBe(404);
  });

  it('is rejected with 422 and the field for a deleted client, an inactive series and a missing rate', async () => {
    const clientId = await passing();
    const gone = await recurring(service(), scope, { ...later(), clientId });
    await request('DELETE', `/clients/${clientId}`);
    const { id: seriesId } = (await request<{ id: string }>('POST', '/document-series', { prefix: 'REC', type: 'invoice' })).body;
    const inactive = await recurring(service(), scope, { ...later(), seriesId });
    await request('PATCH', `/document-series/${seriesId}`, { active: false });
    const line = { description: 'x', quantity: 1, unitPrice: 1, vatRateId: scope.vatRateId };
    const unrated = await recurring(service(), scope, {
      ...later(),
      lines: [{ ...line, priceRule: 'exchange_rate', referenceCurrency: 'AED' }],
    });
    for (const [{ uuid }, field] of [
      [gone, 'clientId'],
      [inactive, 'seriesId'],
      [unrated, 'lines.0.referenceCurrency'],
    ] as const) {
      const { status, body } = await issueNow(uuid);
      expect([status, Object.keys(body.error?.details ?? {})]).toEqual([422, [field]]);
      expect(await read(uuid)).toMatchObject({ lastInvoiceId: null, lastError: null });
    }
  });

  it.runIf(DEPTH)('is done once for many simultaneous requests; the others get 409 generation_in_progress', async () => {
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

  it.runIf(DEPTH)('mails the document the set number of days later, at its time in Romania', async () => {
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

describe('a recurring invoice that cannot be issued', () => {
  it('keeps its date, sends its creator one mail a day, delays no other, and is tried again the next day', async () => {
    const clientId = await passing();
    const broken = await recurring(service(), scope, { clientId, reference: 'Contract pierdut' });
    const good = await recurring(service(), scope);
    await request('DELETE', `/clients/${clientId}`);
    const mails = async () => (await service().mailbox(user.email)).filter(({ text }) => text?.includes('Contract pierdut'));
    const before = (await request<InvoiceList>('GET', '/invoices')).body.total;
    await run();
    const failed = await read(broken.uuid);
    expect(failed).toMatchObject({
      ...{ nextIssuanceDate: broken.nextIssuanceDate, isActive: true, lastInvoiceId: null, lastErrorAt: expect.any(String) },
      lastError: expect.stringContaining('the client no longer exists'),
    });
    expect((await read(good.uuid)).lastInvoiceId).not.toBeNull();
    expect((await request<InvoiceList>('GET', '/invoices')).body.total).toBe(before + 1);
    await run();
    expect(await read(broken.uuid)).toEqual(failed);
    expect(await mails()).toHaveLength(1);
    await service().advance('P1D');
    await run();
    expect((await read(broken.uuid)).lastErrorAt).not.toBe(failed.lastErrorAt);
    expect(await mails()).toHaveLength(2);
    // Corrected, it is issued by the next run, on the same day.
    await request('PUT', `/recurring-invoices/${broken.uuid}`, { clientId: scope.clientId });
    await run();
    const mended = await read(broken.uuid);
    expect(mended).toMatchObject({ lastError: null, lastErrorAt: null, lastInvoiceId: expect.any(String) });
    expect(mended.nextIssuanceDate > today()).toBe(true);
  });
});
