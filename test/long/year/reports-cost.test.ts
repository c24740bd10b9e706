import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TABLE } from '../../../infra/local/environment.ts';
import { fiscalWrites, paymentEntryWrite } from '#shared/documents/fiscal/entries.ts';
import { collecting, notDueAtFirst } from '#shared/model/fiscal/collection.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { Payment } from '#shared/model/payment.ts';
import { transact, type Write } from '#shared/platform/store/transact.ts';
import { type DocumentOverrides, sampleBuyer, sampleDocument, sampleLine, sampleSeller } from '../../support/documents.ts';
import { call, issued, trader } from '../../support/invoices.ts';
import { modelledUnits } from '../../support/ledger/ledger.ts';
import { recordedTable, type Write as Recorded } from '../../support/ledger/recorded-table.ts';
import { catalogueWithout, type Scope, type Service, startService } from '../../support/service.ts';

/**
 * What reports that read the projection cost (docs/adr/0051-fiscal-projection.md): the units that the projection adds to the life of a document, and calls, units and time
 * of each report of a month of 10,000 documents. The items of the month are made by the functions that documents are stored with.
 */

const SALES = 8000;
const PURCHASES = 2000;
/** Payments of sales under VAT on collection. */
const PAYMENTS = 2000;
const PARTNERS = 500;
const MONTH = '2026-03';
/** Lambda answers with at most 6 MB (6,291,556 bytes), and API Gateway waits at most 30 s: of processor time here, which others do not change. */
const MOST_BYTES = 6_000_000;
const MOST_MILLIS = 30_000;

const writes: Recorded[] = [];
let recording = false;
let service: Service;
let scope: Scope & { clientId: string };

beforeAll(async () => {
  service = await startService({
    catalogue: await catalogueWithout('workers-render-document'),
    aroundTable: table => {
      const recorded = recordedTable(table, TABLE, write => writes.push(write));
      return { ...table, send: request => (recording ? recorded : table).send(request) };
    },
  });
  scope = await trader(service);
});
afterAll(() => service?.stop());

/** Units of the entries of the fiscal projection that work writes. */
async function unitsOf(work: () => Promise<unknown>): Promise<number> {
  writes.length = 0;
  recording = true;
  await work();
  recording = false;
  const ofEntries = writes.flatMap(write => {
    const items = write.items.filter(({ before, after }) => JSON.stringify((after ?? before)?.['sk']).includes('"FISCAL#'));
    return items.map(item => modelledUnits({ ...write, items: [item] }));
  });
  return ofEntries.reduce((sum, units) => sum + units, 0);
}

describe('the write units that the projection adds to a document', () => {
  const act = async (id: string, path: string, body?: object): Promise<void> => {
    const { status } = await call(service, scope, 'POST', `/invoices/${id}/${path}`, body);
    expect([200, 201]).toContain(status);
  };
  const paid = { amount: 121, paymentDate: new Date().toISOString().slice(0, 10) };
  const cancelled = { reason: 'Emisă din greșeală' };

  it.each([
    ['without VAT on collection', {}],
    ['under VAT on collection', { tvaLaIncasare: true }],
  ])('%s: at most 6 from its issue to its payment, and to its cancellation', async (_, overrides) => {
    let id = '';
    const steps = [
      await unitsOf(async () => ({ id } = await issued(service, scope, { clientId: scope.clientId, ...overrides }))),
      await unitsOf(() => act(id, 'payments', paid)),
    ];
    const { id: other } = await issued(service, scope, { clientId: scope.clientId, ...overrides });
    steps.push(await unitsOf(() => act(other, 'cancel', cancelled)));
    console.log(`issue, payment, cancellation: ${steps.join(', ')} write units`);
    expect(steps[0]).toBeGreaterThan(0);
    expect(steps.reduce((sum, units) => sum + units, 0)).toBeLessThanOrEqual(6);
  });
});

const day = (place: number): string => `${MONTH}-${String(1 + (place % 28)).padStart(2, '0')}`;

/** A document with two VAT groups; every other one in euros. */
const documentOf = (place: number, overrides: DocumentOverrides): InvoiceDocument =>
  sampleDocument({
    ...{ id: randomUUID(), companyId: scope.company, number: `FCT-${place}`, issueDate: day(place) },
    ...{ clientId: null, client: sampleBuyer({ id: null, name: `Client ${place % PARTNERS}` }) },
    ...(place % 2 === 0 ? {} : { currency: 'EUR', exchangeRate: '5.0812' }),
    lines: [
      sampleLine({ unitPrice: String(100 + place), vatRate: '21' }),
      sampleLine({ unitPrice: String(50 + place), vatRate: '11' }),
    ],
    ...overrides,
  });

const paymentOf = (document: InvoiceDocument, place: number): Payment => ({
  ...{ id: randomUUID(), invoiceId: document.id, amount: '60.50', currency: document.currency, paymentDate: day(place) },
  ...{ paymentMethod: 'bank_transfer', reference: null, notes: null, isReconciled: false },
  ...{ createdBy: null, createdAt: '', updatedAt: '' },
});

/** The entries of the month, as the transactions of its documents write them. */
function writesOfMonth(): Write[] {
  const sales = Array.from({ length: SALES }, (_, place) => documentOf(place, place < PAYMENTS ? { tvaLaIncasare: true } : {}));
  const purchases = Array.from({ length: PURCHASES }, (_, place) =>
    documentOf(place, {
      ...{ direction: 'incoming', status: 'synced', seller: sampleSeller({ id: randomUUID(), name: `Furnizor ${place}` }) },
      received: { messageId: '1', archivePath: 'a.zip', duplicateOf: null, vat: { isPayer: true, isDeferred: false } },
      booking: { expenseCategory: null, expenseAccount: null, vatDeductiblePercent: '100', receivedDate: day(place) },
    }),
  );
  return [...sales, ...purchases].flatMap((document, place) => {
    const writes = fiscalWrites({ before: null, after: document });
    if (place >= PAYMENTS) return writes;
    const notDue = notDueAtFirst(document);
    const { invoice, payment } = collecting({ ...document, ...(notDue && { notDue }) }, paymentOf(document, place));
    return [...writes, paymentEntryWrite(invoice, payment)];
  });
}

describe(`a month of ${(SALES + PURCHASES).toLocaleString('en')} documents`, () => {
  beforeAll(async () => {
    const items = writesOfMonth();
    expect(items).toHaveLength(SALES + PURCHASES + PAYMENTS);
    for (let first = 0; first < items.length; first += 100) await transact(items.slice(first, first + 100));
  });

  it.each([
    { path: `/reports/journal?role=sale&period=${MONTH}`, calls: 8, units: 1000, rows: SALES + PAYMENTS },
    { path: `/reports/journal?role=purchase&period=${MONTH}`, calls: 4, units: 250, rows: PURCHASES },
    { path: `/reports/journal?role=sale&period=${MONTH}&format=csv`, calls: 8, units: 1000 },
    // They also read the months in which documents that were issued in this one may be.
    { path: `/reports/vat?year=2026&month=3`, calls: 16, units: 1300 },
    { path: `/reports/declarations?form=d390&period=${MONTH}`, calls: 16, units: 1300 },
    { path: `/reports/declarations?form=d394&period=${MONTH}`, calls: 16, units: 1300 },
  ])('GET $path: at most $calls calls and $units read units', async ({ path, calls, units, rows }) => {
    const { status, body } = await call<{ total?: number } | undefined>(service, scope, 'GET', path);
    const [request] = service.runtime.meter.last(1);
    const bytes = Buffer.isBuffer(body) || typeof body === 'string' ? body.length : (JSON.stringify(body) ?? '').length;
    const { calls: made, roundTrips, readUnits, scans } = request!.dynamodb;
    const millis = Math.round(request!.cpuMs);
    console.log(`GET ${path}: ${made} calls, ${roundTrips} round trips, ${readUnits} read units, ${bytes} bytes, ${millis} ms`);
    expect([200, 302]).toContain(status);
    if (rows !== undefined) expect(body?.total).toBe(rows);
    expect(made).toBeLessThanOrEqual(calls);
    expect(readUnits).toBeLessThanOrEqual(units);
    expect(scans).toBe(0);
    // A large file is stored, and the answer redirects to it.
    if (request!.status === 200) expect(bytes).toBeLessThan(MOST_BYTES);
    expect(millis).toBeLessThan(MOST_MILLIS);
  });
});
