import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadCatalogue } from '../../../infra/catalogue.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { storeMonth } from '../../support/accountant/busy-month.ts';
import { publishRates, turnTo } from '../../support/accountant/play.ts';
import { camtOf } from '../../support/bank/camt.ts';
import { call, lastingTrader } from '../../support/invoices.ts';
import { type Scope, type Service, startService } from '../../support/service.ts';

/**
 * What proposals for a bank statement cost (docs/adr/0059-bank-statements.md): a company with 2,000 open documents, and a statement of 200 lines, of a month without
 * payments, and of one with a payment of each of 8,000 documents. One of four documents is open, in euros.
 */

const OPEN = 2000;
const DOCUMENTS = OPEN * 4;
const PARTNERS = 500;
const LINES = 200;

let service: Service;
let scope: Scope & { clientId: string };

beforeAll(async () => {
  const { background, ...catalogue } = await loadCatalogue();
  const kept = background.filter(({ name }) => name === 'schedules-exchange-rates');
  service = await startService({ catalogue: { ...catalogue, background: kept } });
  await publishRates(service, 2026);
  scope = await lastingTrader(service);
  await turnTo(service, '2026-04-20T08:00:00Z');
  const ids = Array.from({ length: PARTNERS }, () => randomUUID());
  await storeMonth({
    ...{ company: companyScope(scope.company), month: '2026-03', documents: DOCUMENTS },
    ...{ clients: [scope.clientId, ...ids.slice(1)], suppliers: ids },
  });
}, 300_000);
afterAll(() => service?.stop());

/** The balance of an open document of the busy month: two lines with VAT, of which 60.50 were paid. */
const balanceOf = (place: number): string => ((100 + place) * 1.21 + (50 + place) * 1.11 - 60.5).toFixed(2);

/** Sales that are open: one of five documents is a purchase. */
const SALES = Array.from({ length: OPEN }, (_, place) => place * 4 + 3)
  .filter(place => place % 5 !== 4)
  .slice(0, LINES);

it.each([
  { month: '2026-04', calls: 14, units: 40, millis: 3000 },
  { month: '2026-03', calls: 20, units: 1600, millis: 6000 },
])('a statement of $month: calls, round trips and read units', async ({ month, ...most }) => {
  const lines = SALES.map((place, line) => ({
    ...{ amount: balanceOf(place), currency: 'EUR', text: `plata factura FCT ${place}`, name: `CLIENT ${place}` },
    ...{ day: `${month}-${String(1 + (line % 15)).padStart(2, '0')}`, reference: `BT${place}` },
  }));
  const statement = camtOf(lines, { version: '08' });
  interface Answer {
    statements: { entries: { status: string; proposals: { confidence: string; documents: { number: string }[] }[] }[] }[];
  }
  const { status, body } = await call<Answer>(service, scope, 'POST', '/bank-statements/proposals', { statement });
  const { cpuMs, dynamodb, s3 } = service.runtime.meter.last(1)[0]!;
  const { calls, roundTrips, readUnits, scans } = dynamodb;
  const bytes = JSON.stringify(body).length;
  console.log(
    `${month}: ${calls} calls, ${roundTrips} round trips, ${readUnits} read units, ${s3} files, ${statement.length} characters, ${bytes} bytes, ${Math.round(cpuMs)} ms`,
  );
  expect([status, scans]).toEqual([200, 0]);
  const entries = body.statements[0]?.entries ?? [];
  // A number and its amount: all lines name an open document.
  expect(entries.map(({ proposals: [best] }) => [best?.confidence, best?.documents[0]?.number])).toEqual(
    SALES.map(place => ['high', `FCT-${place}`]),
  );
  expect(calls).toBeLessThanOrEqual(most.calls);
  expect(roundTrips).toBeLessThanOrEqual(most.calls);
  expect(readUnits).toBeLessThanOrEqual(most.units);
  expect(cpuMs).toBeLessThan(most.millis);
});
