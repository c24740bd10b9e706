import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generated, places } from '../support/effort.ts';
import { call, readyCompany } from '../support/invoices.ts';
import { importsOf } from '../support/imports/imports.ts';
import type { Journal } from '../support/contract.ts';
import type { Scope } from '../support/service.ts';
import { useOwnService } from '../support/service.ts';

/** Imports that die in the middle, or come again, in another order: each record is made once, and all are. */

const service = useOwnService();

const on = (scope: Scope) => {
  const request = <T>(method: string, path: string, body?: unknown) => call<T>(service(), scope, method, path, body as object);
  const names = async () => {
    await service().idle();
    const { data } = (
      await request<{ data: Record<string, { name: string; cui: string | null }[]> }>('GET', '/clients?limit=100')
    ).body;
    return Object.values(data)
      .flat()
      .map(({ name }) => name)
      .toSorted();
  };
  return { ...importsOf({ request }), names };
};

const HEAD = 'type;name;cui;clientCode;address;city;county';
const ROWS = [
  ';Livada SRL;RO14399840;L-1;;;',
  'individual;Ana Pop;;;Str. A 1;Deva;Hunedoara',
  'individual;Ion Rus;;R-1;Str. B 2;Deva;Hunedoara',
  ';Grădina SRL;18547290;;;;',
];
const NAMES = ['Ana Pop', 'Grădina SRL', 'Ion Rus', 'Livada SRL'];

describe('an import of clients', () => {
  it('that dies at any call is completed by the next preview and its confirmation, without duplicates', async () => {
    const { faults, meter } = service().runtime;
    const first = on(await readyCompany(service()));
    const before = await first.names();
    await first.store('clients', [HEAD, ...ROWS].join('\n'));
    const calls = (meter.last(5).find(one => one.function === 'imports-create')?.calls ?? []).length;
    expect(calls).toBeGreaterThan(8);
    for (const at of places(calls, 6))
      for (const when of ['before', 'after'] as const) {
        const own = on(await readyCompany(service()));
        const csv = [HEAD, ...ROWS].join('\n');
        const confirm = (await own.send('clients', csv)).body.confirmation ?? '';
        faults.crash({ call: at, when, name: 'imports-create' });
        await own.send('clients', csv, confirm);
        faults.clear();
        const { status, body } = await own.store('clients', csv);
        expect([status, body.made + body.skipped], `died ${when} call ${at}`).toEqual([200, 4]);
        expect(await own.names(), `died ${when} call ${at}`).toEqual([...before, ...NAMES].toSorted());
      }
  });

  it('makes the same clients from rows in any order, with any of them repeated, sent once or twice', async () => {
    const rows = fc.shuffledSubarray([...ROWS, ...ROWS], { minLength: 5 }).map(some => ({
      csv: [HEAD, ...some].join('\n'),
      names: NAMES.filter((_, at) => some.some(row => row.includes(NAMES[at] ?? ''))),
    }));
    await fc.assert(
      fc.asyncProperty(rows, async ({ csv, names }) => {
        const own = on(await readyCompany(service()));
        const before = await own.names();
        const { body } = await own.store('clients', csv);
        expect(body.made).toBe(names.length);
        expect((await own.store('clients', csv)).body.made).toBe(0);
        expect(await own.names()).toEqual([...before, ...names].toSorted());
      }),
      generated({ runs: 6, seed: 37 }),
    );
  });
});

describe('an import of documents', () => {
  it('that dies at any call leaves each invoice whole or not there, and is completed by the next', async () => {
    const { faults, meter } = service().runtime;
    const csv = [
      'number;name;issueDate;base;rate;paidAmount;paidDate;correctedNumber',
      'OLD-1;Client Unu SRL;2026-09-05;100;21;21;2026-09-06;',
      'OLD-2;Client Unu SRL;2026-09-05;200;21;;;',
      'OLD-3;Client Unu SRL;2026-09-05;-50;21;;;OLD-2',
    ].join('\n');
    const made = async () => {
      const scope = await readyCompany(service());
      const request = <T>(method: string, path: string, body?: unknown) =>
        call<T>(service(), scope, method, path, body as object);
      await request('POST', '/clients', { name: 'Client Unu SRL', cui: 'RO14399840' });
      await service().idle();
      const state = async () => {
        await service().idle();
        const { total, totals } = (await request<Journal>('GET', '/reports/journal?role=sale&period=2026-09')).body;
        const { totalUnpaid } = (await request<{ totalUnpaid: number }>('GET', '/reports/balance?date=2026-09-30')).body;
        return { total, base: totals[0]?.baseLei, totalUnpaid };
      };
      return { ...importsOf({ request }), state };
    };
    // 100.00 and 200.00 with 63.00 of VAT, of which 21.00 is paid and 60.50 taken back.
    const whole = { total: 3, base: 250, totalUnpaid: 281.5 };
    const first = await made();
    await first.store('documents', csv);
    expect(await first.state()).toEqual(whole);
    const calls = (meter.last(5).find(one => one.function === 'imports-create')?.calls ?? []).length;
    for (const at of places(calls, 8))
      for (const when of ['before', 'after'] as const) {
        const own = await made();
        const confirm = (await own.send('documents', csv)).body.confirmation ?? '';
        faults.crash({ call: at, when, name: 'imports-create' });
        await own.send('documents', csv, confirm);
        faults.clear();
        const { body } = await own.store('documents', csv);
        expect(body.made + body.skipped, `died ${when} call ${at}`).toBe(3);
        expect(await own.state(), `died ${when} call ${at}`).toEqual(whole);
      }
  });
});
