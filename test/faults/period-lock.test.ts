import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { Journal, PeriodLock } from '../support/contract.ts';
import { places } from '../support/effort.ts';
import { call, draft, trader } from '../support/invoices.ts';
import { nextNumber, purchaseBody } from '../support/purchases/purchases.ts';
import { useOwnService } from '../support/service.ts';

const service = useOwnService();
const firstOf = (day: string) => `${day.slice(0, 7)}-01`;
const last = addDays(firstOf(today()), -1);
const before = addDays(firstOf(last), -1);

const callsOf = (name: string) =>
  service()
    .runtime.meter.last(5)
    .find(request => request.function === name)?.calls ?? [];

describe('a process that dies at any call', () => {
  it('of closing a period leaves the day and its history as they were, or both changed (COM-78, COM-80)', async () => {
    const scope = await trader(service());
    const path = `/companies/${scope.company}/period-lock`;
    const set = (closedUntil: string) =>
      call<PeriodLock>(service(), scope, 'PUT', path, { closedUntil, reason: 'The process may have died' });
    const read = async () => (await call<PeriodLock>(service(), scope, 'GET', path)).body;
    expect((await set(before)).status).toBe(200);
    const calls = callsOf('companies-set-period-lock');
    expect(calls.map(one => one.operation)).toContain('TransactWriteItems');
    const days = new Set<string | null>();
    for (const at of places(calls.length, 8))
      for (const when of ['before', 'after'] as const) {
        const what = `died ${when} call ${at}, ${calls[at - 1]?.operation}`;
        const was = await read();
        const wanted = was.closedUntil === last ? before : last;
        service().runtime.faults.crash({ call: at, when, name: 'companies-set-period-lock' });
        expect((await set(wanted)).status, what).toBe(500);
        const is = await read();
        days.add(is.closedUntil);
        expect(is.changes[0]?.to, what).toBe(is.closedUntil);
        expect(is.changes.length - was.changes.length, what).toBe(is.closedUntil === was.closedUntil ? 0 : 1);
      }
    // It died after its transaction at least once.
    expect(days).toEqual(new Set([before, last]));
  });

  it('of issuing an invoice for a closed month leaves it a draft, or issued and counted once (COM-82)', async () => {
    const scope = await trader(service());
    await call(service(), scope, 'PUT', `/companies/${scope.company}/period-lock`, { closedUntil: before });
    const fresh = () => draft(service(), scope, { clientId: scope.clientId, taxPointDate: before });
    const issue = (id: string) => call(service(), scope, 'POST', `/invoices/${id}/issue`);
    const counted = async () => {
      const { body } = await call<Journal>(
        service(),
        scope,
        'GET',
        `/reports/journal?role=sale&period=${last.slice(0, 7)}&limit=100`,
      );
      return body.data.map(({ documentId, corrects }) => [documentId, corrects]);
    };
    const first = await fresh();
    expect((await issue(first.id)).status).toBe(200);
    const calls = callsOf('invoices-issue');
    const corrects = before.slice(0, 7);
    const expected = [[first.id, corrects]];
    let next = await fresh();
    for (const at of places(calls.length, 5))
      for (const when of ['before', 'after'] as const) {
        const what = `died ${when} call ${at}, ${calls[at - 1]?.operation}`;
        service().runtime.faults.crash({ call: at, when, name: 'invoices-issue' });
        await issue(next.id);
        const { status } = (await call(service(), scope, 'GET', `/invoices/${next.id}`)).body;
        if (status !== 'draft') {
          expected.push([next.id, corrects]);
          next = await fresh();
        }
        expect((await counted()).toSorted(), what).toEqual(expected.toSorted());
      }
    expect((await issue(next.id)).status).toBe(200);
    expect(await counted()).toHaveLength(expected.length + 1);
  });

  it('of entering a purchase for a closed month leaves none, or one that counts once; of its removal, it or none (PUR-15)', async () => {
    const scope = await trader(service());
    await call(service(), scope, 'PUT', `/companies/${scope.company}/period-lock`, { closedUntil: before });
    const enter = (body: object) => call<{ id: string }>(service(), scope, 'POST', '/purchases', body);
    const late = () => ({ ...purchaseBody({ issueDate: before }), idempotencyKey: nextNumber() });
    const counted = async () => {
      const path = `/reports/journal?role=purchase&period=${last.slice(0, 7)}&limit=100`;
      const { body } = await call<Journal>(service(), scope, 'GET', path);
      return body.data.map(({ documentId, corrects }) => [documentId, corrects]);
    };
    const first = await enter(late());
    expect(first.status).toBe(201);
    const calls = { 'purchases-create': callsOf('purchases-create').length, 'purchases-remove': 0 };
    expect((await call(service(), scope, 'DELETE', `/purchases/${first.body.id}`)).status).toBe(204);
    calls['purchases-remove'] = callsOf('purchases-remove').length;
    for (const at of places(calls['purchases-create'], 4))
      for (const when of ['before', 'after'] as const) {
        const what = `died ${when} call ${at}`;
        const body = late();
        service().runtime.faults.crash({ call: at, when, name: 'purchases-create' });
        await enter(body);
        expect((await counted()).length, what).toBeLessThan(2);
        const { id } = (await enter(body)).body;
        expect(await counted(), what).toEqual([[id, before.slice(0, 7)]]);
        service().runtime.faults.crash({ call: Math.min(at, calls['purchases-remove']), when, name: 'purchases-remove' });
        await call(service(), scope, 'DELETE', `/purchases/${id}`);
        service().runtime.faults.clear();
        const isThere = (await call(service(), scope, 'GET', `/invoices/${id}`)).status === 200;
        expect((await counted()).length, what).toBe(isThere ? 1 : 0);
        if (isThere) expect((await call(service(), scope, 'DELETE', `/purchases/${id}`)).status, what).toBe(204);
      }
    expect(await counted()).toEqual([]);
  });
});
