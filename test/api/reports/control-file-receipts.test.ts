import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { readReceipt, receiptChange, receiptRemoval } from '#shared/documents/receipts/store.ts';
import { toPacked } from '#shared/platform/store/packing/packed.ts';
import { companyKey } from '#shared/platform/store/table.ts';
import { transact, update } from '#shared/platform/store/transact.ts';
import type { ControlFile, Receipt, Refusal, SeriesDecision } from '../../support/contract.ts';
import { pdfText } from '../../support/files.ts';
import { call } from '../../support/invoices.ts';
import { keyWith } from '../../support/members.ts';
import { type Trader, useTrader } from '../../support/trader.ts';
import { receiptCalls } from '../receipts/calls.ts';

/** Control files of receipts and cash payments, and their series in the decision on series (REP-61 to REP-66). */

const { newTrader, service } = useTrader();
const [FROM, TO] = [addDays(today(), -20), addDays(today(), -10)];
const ANA = { id: expect.any(String) as string, name: 'Ana Popescu' };

let trader: Trader;
let series: Record<'receipt' | 'cash_payment', string>;
/** Numbers 1 and 5 are before and after the period; 2 is of a client, 3 is cancelled. */
let receipts: Receipt[];

const controlFile = <T = ControlFile & Refusal>(seriesId: string, query = '', of = trader) =>
  of.request<T>('GET', `/reports/control-file?seriesId=${seriesId}&from=${FROM}&to=${TO}${query}`);

beforeAll(async () => {
  trader = await newTrader();
  const { issued, cancel, series: make } = receiptCalls(trader);
  series = await make();
  receipts = [
    await issued(10, { date: addDays(FROM, -1) }),
    await issued(1234.5, { date: FROM, clientId: trader.scope.clientId, payer: null }),
    await issued(30, { date: addDays(FROM, 1) }),
    await issued(40, { date: TO }),
    await issued(50, { date: addDays(TO, 1) }),
  ];
  expect((await cancel(receipts[2]!.id, 'Sumă greșită')).status).toBe(200);
  await issued(7.25, { kind: 'cash_payment', date: TO, payer: 'Maria Ene' });
}, 60_000);

describe('A control file of receipts', () => {
  it('has each number of the period with its partner, its total in lei, and who issued it', async () => {
    const { status, body } = await controlFile(series.receipt);
    expect([status, body.type, body.chainHolds, body.problems]).toEqual([200, 'receipt', true, []]);
    expect(
      body.numbers.map(({ number, state, issueDate, total, currency }) => [number, state, issueDate, total, currency]),
    ).toEqual([
      ['CH-002', 'issued', FROM, 1234.5, 'RON'],
      ['CH-003', 'cancelled', addDays(FROM, 1), 30, 'RON'],
      ['CH-004', 'issued', TO, 40, 'RON'],
    ]);
    const { payer, id, createdAt } = receipts[1]!;
    expect(body.numbers[0]).toMatchObject({
      ...{ documentId: id, numberedAt: createdAt, numberedBy: ANA, cancelled: null, taxauth: null, problems: [] },
      partner: { name: payer.name, cif: payer.cif },
      history: [{ type: 'issued', status: 'issued', by: ANA, at: createdAt }],
    });
    expect(body.numbers[2]!.partner).toEqual({ name: 'Ion Pop', cif: null });
  });

  it('says of a cancelled one who, when and why', async () => {
    const { numbers } = (await controlFile(series.receipt)).body;
    const { cancelledAt } = await receiptCalls(trader).get(receipts[2]!.id);
    const cancelled = { at: cancelledAt, by: ANA, reason: 'Sumă greșită' };
    expect(numbers[1]).toMatchObject({ status: 'cancelled', cancelled });
    expect(numbers[1]!.history).toMatchObject([{ type: 'issued' }, { type: 'cancelled', ...cancelled }]);
  });

  it('is the same for cash payments, in a series of their own', async () => {
    const { body } = await controlFile(series.cash_payment);
    expect(body).toMatchObject({ type: 'cash_payment', chainHolds: true });
    expect(body.numbers).toMatchObject([{ number: 'DP-001', total: 7.25, partner: { name: 'Maria Ene', cif: null } }]);
  });

  it('as CSV and as PDF is in Romanian', async () => {
    const csv = (await controlFile<string>(series.receipt, '&format=csv&decimals=comma')).body;
    const rows = parse(Buffer.from(csv), { columns: true, bom: true, delimiter: ';' }) as Record<string, string>[];
    expect(rows[0]).toMatchObject({ Rând: 'Serie', Stare: 'Chitanțe', Document: 'CH' });
    expect(rows.filter(row => row['Document'] === 'CH-003')).toMatchObject([
      { Rând: 'Număr', Stare: 'Anulat', Total: '30,00', 'Motivul anulării': 'Sumă greșită', 'Anulat de': 'Ana Popescu' },
      { Rând: 'Eveniment', Eveniment: 'Emis', Autor: 'Ana Popescu' },
      { Rând: 'Eveniment', Eveniment: 'Anulat: Sumă greșită', Autor: 'Ana Popescu' },
    ]);
    const text = await pdfText((await controlFile<Buffer>(series.receipt, '&format=pdf')).body);
    for (const said of ['Chitanțe', 'CH-002', '1.234,50', 'Anulat: Sumă greșită', 'Lanțul este integru'])
      expect(text).toContain(said);
    const payments = await pdfText((await controlFile<Buffer>(series.cash_payment, '&format=pdf')).body);
    expect(payments).toContain('Dispoziții de plată');
  });

  it('of a period without receipts is empty', async () => {
    const { body } = await trader.request<ControlFile>(
      'GET',
      `/reports/control-file?seriesId=${series.receipt}&from=2020-01-01&to=2020-12-31`,
    );
    expect([body.numbers, body.chainHolds]).toEqual([[], true]);
  });

  it('is not for callers without payment.view, that of invoices is', async () => {
    const user = await service().newUser();
    const scope = await service().newCompany(user);
    const token = await keyWith(service(), user, ['report.view', 'invoice.view', 'series.view', 'series.manage']);
    const ask = async (type: string) => {
      const made = await call<{ id: string }>(service(), { ...scope, token }, 'POST', '/document-series', {
        type,
        prefix: `X${type}`,
      });
      expect(made.status).toBe(201);
      return call<Refusal>(service(), { ...scope, token }, 'GET', `/reports/control-file?seriesId=${made.body.id}`);
    };
    const { status, body } = await ask('receipt');
    expect([status, body.error.details]).toEqual([403, { reason: 'permission', permission: 'payment.view' }]);
    expect((await ask('invoice')).status).toBe(200);
  });
});

describe('A control file of receipts that were changed outside of the service', () => {
  it('says which number does not hold, in the file and in its PDF', async () => {
    const own = await newTrader();
    const { issued, cancel, series: make } = receiptCalls(own);
    const { receipt: seriesId } = await make();
    const [changed, cancelled, removed] = [
      await issued(10, { date: FROM }),
      await issued(20, { date: FROM }),
      await issued(30, { date: FROM }),
    ];
    await cancel(cancelled.id, 'Sumă greșită');
    expect((await controlFile(seriesId, '', own)).body.chainHolds).toBe(true);
    const stored = async ({ id }: Receipt) => (await readReceipt(own.scope.company, id))!;
    const before = await stored(changed);
    const reasoned = await stored(cancelled);
    await transact([
      receiptChange(before, { ...before, amount: '1.00' }),
      // As who writes to the table would: what was issued is as it was, the reason of the cancellation is not.
      update(companyKey(reasoned.companyId, `RECEIPT#${reasoned.date}#${reasoned.id}`), {
        expression: 'SET #data = :data',
        names: { '#data': 'data' },
        values: { ':data': toPacked({ ...reasoned, cancellationReason: 'Alt motiv' }) },
      }),
      ...receiptRemoval(await stored(removed)),
    ]);
    const { body } = await controlFile(seriesId, '', own);
    expect(body.chainHolds).toBe(false);
    expect(body.numbers.map(({ state, problems }) => [state, problems])).toEqual([
      ['issued', ['The document was changed outside of the service.']],
      ['cancelled', ['The document was changed outside of the service.']],
      ['gone', ['The document that took the number is gone.']],
    ]);
    const text = await pdfText((await controlFile<Buffer>(seriesId, '&format=pdf', own)).body);
    expect(text).toContain('NU este integru: 3 constatări');
    expect(text).toContain('CONSTATARE: Documentul a fost modificat în afara aplicației.');
  });
});

describe('The decision on series', () => {
  it('has the series of receipts and cash payments', async () => {
    const own = await newTrader();
    const { issued, series: make } = receiptCalls(own);
    const { receipt, cash_payment } = await make();
    await issued(10);
    await issued(20);
    const { body } = await own.request<SeriesDecision>('GET', '/reports/series-decision');
    expect(body.series.filter(({ type }) => type === 'receipt' || type === 'cash_payment')).toMatchObject([
      { seriesId: receipt, firstNumber: 1, firstNumberFormatted: 'CH-001', isUsed: true },
      { seriesId: cash_payment, firstNumber: 1, firstNumberFormatted: 'DP-001', isUsed: false },
    ]);
    const next = await own.request<SeriesDecision>('GET', `/reports/series-decision?year=${Number(today().slice(0, 4)) + 1}`);
    expect(next.body.series).toContainEqual(expect.objectContaining({ seriesId: receipt, firstNumber: 3, isUsed: false }));
    const text = await pdfText((await own.request<Buffer>('GET', '/reports/series-decision?format=pdf')).body);
    expect(text).toContain('Chitanțe');
    expect(text).toContain('Dispoziții de plată');
  });
});
