import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../../infra/catalogue.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { storeMonth } from '../../support/accountant/busy-month.ts';
import { publishRates, turnTo } from '../../support/accountant/play.ts';
import { call, lastingTrader } from '../../support/invoices.ts';
import { type Scope, type Service, startService } from '../../support/service.ts';

/**
 * What reports that read the list and the payments cost (docs/adr/0053-ledgers.md), in a month of many documents that are all paid, whole or
 * in part: calls, round trips, units, bytes and time, in the month after it. Bounds have a part for every company and one for 1,000 documents.
 */

/** 10,000 with `COST_DOCUMENTS=10000`, which takes a minute. */
const DOCUMENTS = Number(process.env['COST_DOCUMENTS'] ?? 2000);
const PARTNERS = 500;
const MONTH = '2026-03';
const [FIRST, LAST] = [`${MONTH}-01`, `${MONTH}-31`];
/** A page; and a file of 1,000 documents. */
const MOST_BYTES = { json: 12_000, csv: 180_000 };
/** Processor time, which others do not change. */
const MOST_MILLIS: Bound = [1000, 1000];

/** At most so many, and so many more for each 1,000 documents. */
type Bound = readonly [all: number, perThousand: number];
const most = ([all, perThousand]: Bound): number => all + (perThousand * DOCUMENTS) / 1000;

let service: Service;
let scope: Scope & { clientId: string };

beforeAll(async () => {
  const { background, ...catalogue } = await loadCatalogue();
  // Nothing is done about the items that are stored.
  const kept = background.filter(({ name }) => name === 'schedules-exchange-rates');
  service = await startService({ catalogue: { ...catalogue, background: kept } });
  await publishRates(service, Number(MONTH.slice(0, 4)));
  scope = await lastingTrader(service);
  await turnTo(service, '2026-04-02T08:00:00Z');
  const started = performance.now();
  const ids = Array.from({ length: PARTNERS }, () => randomUUID());
  const items = await storeMonth({
    ...{ company: companyScope(scope.company), month: MONTH, documents: DOCUMENTS },
    ...{ clients: [scope.clientId, ...ids.slice(1)], suppliers: ids },
  });
  console.log(`${DOCUMENTS} documents, ${items} items, in ${Math.round(performance.now() - started)} ms`);
}, 300_000);
afterAll(() => service?.stop());

/** Payments of the month and later, of sales, whose credit is read before and after them, and of purchases. */
const OF_SALES = { calls: [15, 0.5], roundTrips: [9, 0.4], units: [16, 142] } as const;
const OF_PURCHASES = { calls: [9, 0.2], roundTrips: [6, 0.1], units: [12, 39] } as const;
/** At the end of the month: payments of the next one, of which there are none. */
const NONE = { calls: [13, 0], roundTrips: [8, 0], units: [16, 0] } as const;
/** The lines of 300 documents. */
const WITH_LINES = { calls: [308, 0], roundTrips: [11, 0], units: [312, 0] } as const;
/** Both ledgers and the month's journals. */
const ALL_OF_MONTH = { calls: [16, 0.8], roundTrips: [8, 0.5], units: [24, 185] } as const;

interface Measured {
  path: string;
  calls: Bound;
  roundTrips: Bound;
  units: Bound;
  /** What the answer has. */
  shown?: object;
}

const SALES = DOCUMENTS * 0.8;
/** One of each client in each currency. */
const ACCOUNTS = 2 * Math.min(PARTNERS, DOCUMENTS / 5);

describe(`a month of ${DOCUMENTS.toLocaleString('en')} documents`, () => {
  it.each<Measured>([
    { path: `ledger?role=sale&from=${FIRST}&to=${LAST}`, ...OF_SALES, shown: { total: ACCOUNTS } },
    { path: `ledger?role=sale&from=${FIRST}&to=${LAST}&format=csv`, ...OF_SALES },
    { path: `ledger?role=purchase&from=${FIRST}&to=${LAST}`, ...OF_PURCHASES },
    { path: `ledger?role=sale&from=${FIRST}&to=${LAST}&partnerKey=<client>`, ...OF_SALES },
    { path: `balance?role=sale&date=${LAST}`, ...NONE },
    { path: `balance?role=sale&date=${MONTH}-10`, ...OF_SALES },
    { path: `statement?clientId=<client>&date=${LAST}`, ...NONE },
    { path: `statement?clientId=<client>&date=${MONTH}-10`, ...OF_SALES },
    {
      ...{ path: `sales?dateFrom=${FIRST}&dateTo=${LAST}`, ...WITH_LINES },
      shown: { kpiSummary: { periodInvoiced: { count: SALES } } },
    },
    // Half of the documents are in euros, each with a payment; of half of these, a part is open and revalued.
    {
      ...{ path: `exchange-differences?period=${MONTH}`, ...ALL_OF_MONTH },
      shown: { total: DOCUMENTS * 0.75, leftOutCount: 0 },
    },
    { path: `exchange-differences?period=${MONTH}&format=csv`, ...ALL_OF_MONTH },
  ])('GET $path: calls, round trips and read units', async ({ path, shown, ...bounds }) => {
    const { status, body } = await call<object>(service, scope, 'GET', `/reports/${path.replace('<client>', scope.clientId)}`);
    const { cpuMs, dynamodb, s3 } = service.runtime.meter.last(1)[0]!;
    const { calls, roundTrips, readUnits: units, scans } = dynamodb;
    const bytes = Buffer.isBuffer(body) ? body.length : JSON.stringify(body).length;
    const [millis, figures] = [Math.round(cpuMs), `${calls} calls, ${roundTrips} round trips, ${units} read units`];
    console.log(`GET ${path}: ${figures}, ${s3} files, ${bytes} bytes, ${millis} ms`);
    expect([status, scans]).toEqual([200, 0]);
    if (shown) expect(body).toMatchObject(shown);
    expect(calls).toBeLessThanOrEqual(most(bounds.calls));
    expect(roundTrips).toBeLessThanOrEqual(most(bounds.roundTrips));
    expect(units).toBeLessThanOrEqual(most(bounds.units));
    expect(bytes).toBeLessThan(Buffer.isBuffer(body) ? most([10_000, MOST_BYTES.csv]) : MOST_BYTES.json);
    expect(millis).toBeLessThan(most(MOST_MILLIS));
  });
});
