import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { CashJournal, Refusal } from '../../support/contract.ts';
import { pdfText } from '../../support/files.ts';
import { type Trader, useTrader } from '../../support/trader.ts';
import { receiptCalls } from './calls.ts';

/** GET /reports/cash-journal (RCT-20 to RCT-24). Figures are worked by hand. */

const { newTrader } = useTrader();
const [DAY_1, DAY_2, DAY_3] = [addDays(today(), -2), addDays(today(), -1), today()];
const LARGE = [{ description: 'Masă', quantity: 1, unitPrice: 1000, vatRate: 21 }];

let trader: Trader;
let calls: ReturnType<typeof receiptCalls>;
let invoiceNumber = '';

beforeAll(async () => {
  trader = await newTrader();
  calls = receiptCalls(trader);
  await calls.series();
  const register = { type: 'cash', currency: 'RON', openingBalance: 100, openingBalanceDate: DAY_1 };
  expect((await trader.request('POST', '/bank-accounts', register)).status).toBe(201);
  const invoice = await trader.inForce({ lines: LARGE, issueDate: DAY_1 });
  invoiceNumber = invoice.number;
  const pay = (body: object) =>
    trader.request('POST', `/invoices/${invoice.id}/payments`, { paymentMethod: 'cash', ...body }).then(({ status }) => {
      expect(status).toBe(201);
    });
  // First day: 100 + 250.50 - 20; the second receipt is cancelled.
  await calls.issued(250.5, { date: DAY_1, documents: [{ id: invoice.id, amount: 250.5 }] });
  const wrong = await calls.issued(999, { date: DAY_1 });
  expect((await calls.cancel(wrong.id)).status).toBe(200);
  await calls.issued(20, { date: DAY_1, kind: 'cash_payment', notes: 'Combustibil' });
  // Second day: 330.50 + 300 without a receipt; not by bank, nor in euros.
  await pay({ amount: 300, paymentDate: DAY_2 });
  await pay({ amount: 50, paymentDate: DAY_2, paymentMethod: 'bank_transfer' });
  const foreign = await trader.inForce({ currency: 'EUR', exchangeRate: 5, issueDate: DAY_1 });
  const euros = { amount: 10, paymentDate: DAY_2, paymentMethod: 'cash' };
  expect((await trader.request('POST', `/invoices/${foreign.id}/payments`, euros)).status).toBe(201);
  // Third day: 630.50 + 49,369.51: a cent above the ceiling.
  await calls.issued(49_369.51, { date: DAY_3 });
}, 60_000);

describe('GET /reports/cash-journal', () => {
  it('has for each day its opening and closing balance, and each movement; a cancelled receipt without an amount', async () => {
    const journal = await calls.journal(`from=${DAY_1}&to=${DAY_3}`);
    expect(journal).toMatchObject({
      ...{ from: DAY_1, to: DAY_3, currency: 'RON', openingBalance: 100, in: 49_920.01, out: 20, closingBalance: 50_000.01 },
      ...{ ceiling: 50_000, total: 5 },
    });
    expect(journal.days).toEqual([
      { date: DAY_1, openingBalance: 100, in: 250.5, out: 20, closingBalance: 330.5, isAboveCeiling: false },
      { date: DAY_2, openingBalance: 330.5, in: 300, out: 0, closingBalance: 630.5, isAboveCeiling: false },
      { date: DAY_3, openingBalance: 630.5, in: 49_369.51, out: 0, closingBalance: 50_000.01, isAboveCeiling: true },
    ]);
    expect(journal.data.map(({ number, kind, explanation, in: taken, out }) => [number, kind, explanation, taken, out])).toEqual([
      ['CH-001', 'receipt', `Încasare factură ${invoiceNumber}`, 250.5, 0],
      ['CH-002', 'receipt', 'ANULAT: Încasare', 0, 0],
      ['DP-001', 'cash_payment', 'Plată, Combustibil', 0, 20],
      [null, 'payment', `Încasare factură ${invoiceNumber}`, 300, 0],
      ['CH-003', 'receipt', 'Încasare', 49_369.51, 0],
    ]);
    expect(journal.leftOut.join()).toContain('other currencies');
  });

  it('of a later day begins with what was in the register then; a removed payment is not in it', async () => {
    expect(await calls.journal(`from=${DAY_3}&limit=1`)).toMatchObject({
      openingBalance: 630.5,
      closingBalance: 50_000.01,
      total: 1,
    });
    const [first] = (await trader.request<{ data: { id: string }[] }>('GET', '/invoices?limit=100')).body.data.filter(
      one => (one as unknown as { number: string }).number === invoiceNumber,
    );
    const payments = (
      await trader.request<{ id: string; amount: number; reference: string | null }[]>('GET', `/invoices/${first!.id}/payments`)
    ).body;
    const plain = payments.find(({ amount }) => amount === 300)!;
    expect((await trader.request('DELETE', `/invoices/${first!.id}/payments/${plain.id}`)).status).toBe(204);
    expect((await calls.journal(`from=${DAY_2}&to=${DAY_2}`)).days).toEqual([]);
    const again = { amount: 300, paymentDate: DAY_2, paymentMethod: 'cash' };
    expect((await trader.request('POST', `/invoices/${first!.id}/payments`, again)).status).toBe(201);
  });

  it('as CSV has the days with their balances', async () => {
    const { status, headers, body } = await trader.request<Buffer>(
      'GET',
      `/reports/cash-journal?from=${DAY_1}&to=${DAY_3}&format=csv&decimals=comma`,
    );
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="registru-de-casa-${DAY_1}-${DAY_3}.csv"`,
    ]);
    const rows = String(body).split('\r\n');
    expect(rows).toHaveLength(1 + 5 + 2 * 3 + 1);
    expect(rows.slice(1, 4)).toEqual([
      `"${DAY_1}";;;"Sold la începutul zilei";;;;;"100,00"`,
      expect.stringContaining(`"chitanță";"CH-001";"Încasare factură ${invoiceNumber}";`),
      `"${DAY_1}";"chitanță";"CH-002";"ANULAT: Încasare";"Ion Pop";"da";"0,00";"0,00";`,
    ]);
  });

  it('as PDF is the register of cash', async () => {
    const from = DAY_1.slice(0, 7) === DAY_3.slice(0, 7) ? DAY_1 : DAY_3;
    const { status, body, headers } = await trader.request<Buffer>(
      'GET',
      `/reports/cash-journal?from=${from}&to=${DAY_3}&format=pdf`,
    );
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const text = await pdfText(body);
    for (const said of ['Registru de casă', 'CH-003', '50.000,01', '630,50', 'Casier', 'Compartiment financiar-contabil'])
      expect(text).toContain(said);
  });

  it('of a month has its days until today', async () => {
    const month = await calls.journal(`period=${DAY_3.slice(0, 7)}`).catch(() => undefined);
    if (DAY_1.slice(8) !== '01') expect(month).toBeUndefined(); // The month begins before the opening balance.
    const own = await newTrader();
    const ownCalls = receiptCalls(own);
    await ownCalls.series();
    await ownCalls.issued(5);
    expect(await ownCalls.journal(`period=${DAY_3.slice(0, 7)}`)).toMatchObject({
      ...{ from: `${DAY_3.slice(0, 7)}-01`, to: DAY_3, openingBalance: 0, closingBalance: 5, total: 1 },
    });
  });

  it.each([
    [() => `from=${addDays(DAY_1, -1)}`, 'from'],
    [() => `from=${DAY_3}&to=${DAY_1}`, 'from'],
    [() => `to=${addDays(DAY_3, 1)}`, 'to'],
    [() => `from=2019-01-01&to=2019-02-01`, 'from'],
    [() => `from=${addDays(DAY_3, -400)}`, 'to'],
    [() => `from=${addDays(DAY_3, -70)}&format=pdf`, 'to'],
    [() => `period=2026-13`, 'period'],
    [() => `period=2026-11&from=2026-11-01`, 'period'],
    [() => `format=xml`, 'format'],
  ])('answers 422 for what cannot be answered (%#)', async (query, field) => {
    const { status, body } = await trader.request<CashJournal & Refusal>('GET', `/reports/cash-journal?${query()}`);
    expect([status, Object.keys(body.error.details ?? {})]).toEqual([422, [field]]);
  });
});

it('has cash of allocations once: on documents, as credit, and paid back, with and without a receipt', async () => {
  const own = await newTrader();
  const { issued, journal: ask, series } = receiptCalls(own);
  await series();
  const { clientId } = own.scope;
  const [one, two] = [await own.inForce(), await own.inForce()];
  const allocate = async (body: object): Promise<void> => {
    const answer = await own.request('POST', '/allocations', { clientId, paymentDate: today(), paymentMethod: 'cash', ...body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  };
  // 200 taken, of which 79 are credit; 60 paid back of that; by bank nothing is cash; with a receipt 150, of which 29 are credit.
  await allocate({ amount: 200, documents: [{ id: one.id, amount: 121 }], notes: 'La sediu' });
  await allocate({ amount: -60 });
  await allocate({ amount: 500, paymentMethod: 'bank_transfer' });
  await issued(150, { payer: null, documents: [{ id: two.id, amount: 121 }] });
  await issued(19.5, { payer: null, clientId, kind: 'cash_payment' });
  const journal = await ask();
  expect(journal).toMatchObject({ in: 350, out: 79.5, closingBalance: 270.5, total: 5 });
  expect(journal.data.map(({ kind, explanation, in: taken, out }) => [kind, explanation, taken, out])).toEqual([
    ...[
      ['payment', `Încasare factură ${one.number}`, 121, 0],
      ['payment', 'Încasare, La sediu', 79, 0],
      ['payment', 'Plată', 0, 60],
    ],
    ['receipt', `Încasare factură ${two.number}`, 150, 0],
    ['cash_payment', 'Plată', 0, 19.5],
  ]);
});
