import { beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#shared/base/kernel/dates.ts';
import { today } from '#shared/base/kernel/clock.ts';
import type {
  InvoiceList,
  LedgerReport,
  OpenBalances,
  OpeningBalanceShown,
  RecordedPayment,
  Refusal,
} from '../../support/contract.ts';
import { received } from '../../support/taxauth/received.ts';
import { type Trader, useTrader } from '../../support/trader.ts';

/** GET /reports/ledger, GET /reports/balance and opening balances (REP-12, REP-13, REP-40 to REP-47). Figures are worked by hand. */

const { newTrader } = useTrader();

const line = (unitPrice: number, quantity = 1) => ({ description: 'Masă', quantity, unitPrice, vatRate: 21 });

/** Requests of a company for its reports. */
const reportsOf = (trader: Trader) => ({
  ledger: async (query: string) => {
    const { status, body } = await trader.request<LedgerReport & Refusal>('GET', `/reports/ledger?${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  },
  balance: async (query = '') => {
    const { status, body } = await trader.request<OpenBalances & Refusal>('GET', `/reports/balance?${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  },
  pay: async (id: string, amount: number, paymentDate: string, more: object = {}) => {
    const { status, body } = await trader.request<RecordedPayment>('POST', `/invoices/${id}/payments`, {
      amount,
      paymentDate,
      ...more,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.payment.id;
  },
  open: (body: object) => trader.request<OpeningBalanceShown & Refusal>('PUT', '/reports/opening-balances', body),
});

const rowsOf = ({ data }: LedgerReport) =>
  data.flatMap(row => ('kind' in row ? [[row.date, row.kind, row.number, row.debit, row.credit, row.balance]] : []));

describe('the account of a client', () => {
  let trader: Trader;
  let reports: ReturnType<typeof reportsOf>;
  const numbers: Record<string, string> = {};
  let client = '';
  beforeAll(async () => {
    trader = await newTrader();
    reports = reportsOf(trader);
    client = trader.scope.clientId;
    // From another program: 300 of the end of 2025, of which 120 were paid in January.
    const opening = {
      ...{ role: 'sale', partnerId: client, date: '2025-12-31', amount: 300 },
      documents: [
        { number: 'V-1', date: '2025-11-01', dueDate: '2025-11-30', amount: 100 },
        { number: 'V-2', date: '2025-12-01', dueDate: '2026-01-15', amount: 200 },
      ],
      settlements: [{ date: '2026-01-20', amount: 120, note: 'OP 7' }],
    };
    expect((await reports.open(opening)).status).toBe(200);
    const issued = async (name: string, overrides: object) => {
      const invoice = await trader.issued(overrides);
      numbers[name] = invoice.number;
      return invoice;
    };
    const january = await issued('january', { issueDate: '2026-01-10', dueDate: '2026-01-25', lines: [line(1000)] });
    await reports.pay(january.id, 210, '2026-01-31');
    await reports.pay(january.id, 500, '2026-02-10');
    const removed = await reports.pay(january.id, 100, '2026-02-11');
    expect((await trader.request('DELETE', `/invoices/${january.id}/payments/${removed}`)).status).toBe(204);
    // Paid in full, then half of it credited and refunded.
    const february = await issued('february', { issueDate: '2026-02-05', dueDate: '2026-03-07', lines: [line(200)] });
    await reports.pay(february.id, 242, '2026-02-06');
    const returned = { description: 'Masă', quantity: -1, unitPrice: 100, vatRateId: trader.scope.vat21 };
    const note = await trader.creditDraft(february, { lines: [returned] });
    expect((await trader.act(note.id, 'issue')).status).toBe(200);
    numbers['note'] = (await trader.detailOf(note.id)).number;
    await reports.pay(february.id, 121, today(), { type: 'refund' });
    const euros = { currency: 'EUR', exchangeRate: 5, issueDate: '2026-02-20', dueDate: '2026-03-22', lines: [line(100)] };
    const abroad = await issued('euros', euros);
    await reports.pay(abroad.id, 21, '2026-03-01');
    const cancelled = await issued('cancelled', { issueDate: '2026-02-21', lines: [line(50)] });
    await reports.pay(cancelled.id, 10, '2026-02-22');
    expect((await trader.act(cancelled.id, 'cancel', { reason: 'Entered twice by mistake' })).status).toBe(200);
  });

  it('has what was open, what moved it by currency and day, and what is open after it', async () => {
    const body = await reports.ledger(`partnerKey=${client}&from=2026-02-01&to=2026-02-28`);
    expect(rowsOf(body)).toEqual([
      ['2026-02-20', 'invoice', numbers['euros'], 121, 0, 121],
      // Open before: 300 − 120 + 1,210 − 210.
      ['2026-02-05', 'invoice', numbers['february'], 242, 0, 1422],
      ['2026-02-06', 'payment', numbers['february'], 0, 242, 1180],
      ['2026-02-10', 'payment', numbers['january'], 0, 500, 680],
    ]);
    expect(body).toMatchObject({ total: 4, role: 'sale', from: '2026-02-01', to: '2026-02-28' });
    expect(body.totals).toEqual([
      { currency: 'EUR', opening: 0, debit: 121, credit: 0, closing: 121 },
      { currency: 'RON', opening: 1180, debit: 242, credit: 742, closing: 680 },
    ]);
  });

  it('begins with its opening balance, whose payments have rows', async () => {
    const body = await reports.ledger(`partnerKey=${client}&from=2025-12-01&to=2026-01-31`);
    expect(rowsOf(body)).toEqual([
      ['2025-12-31', 'opening', 'V-1', 100, 0, 100],
      ['2025-12-31', 'opening', 'V-2', 200, 0, 300],
      ['2026-01-10', 'invoice', numbers['january'], 1210, 0, 1510],
      ['2026-01-20', 'settlement', 'V-1', 0, 100, 1410],
      ['2026-01-20', 'settlement', 'V-2', 0, 20, 1390],
      ['2026-01-31', 'payment', numbers['january'], 0, 210, 1180],
    ]);
  });

  it('has credit notes and refunds of today, and pages with the sums of all', async () => {
    const body = await reports.ledger(`partnerKey=${client}&from=${today()}`);
    expect(rowsOf(body)).toEqual([
      [today(), 'credit_note', numbers['note'], 0, 121, 559],
      [today(), 'refund', numbers['february'], 121, 0, 680],
    ]);
    const second = await reports.ledger(`partnerKey=${client}&from=2026-02-01&limit=2&page=2`);
    expect([second.data.length, second.total, second.pages]).toEqual([2, 7, 4]);
    expect(second.totals).toHaveLength(2);
  });

  it('in the summary of all clients is a line for each currency', async () => {
    const { data, totals } = await reports.ledger('from=2026-02-01');
    expect(data).toMatchObject([
      { partnerKey: client, partner: { id: client }, currency: 'EUR', opening: 0, debit: 121, credit: 21, closing: 100 },
      { partnerKey: client, currency: 'RON', opening: 1180, debit: 363, credit: 863, closing: 680 },
    ]);
    expect(totals.map(({ closing }) => closing)).toEqual([100, 680]);
  });

  it('ends with the balances of its documents and of its opening balance', async () => {
    const { data } = (await trader.request<InvoiceList>('GET', '/invoices?limit=100&isCreditNote=false')).body;
    const sums = new Map<string, number>();
    for (const { currency, balance } of await Promise.all(data.map(({ id }) => trader.detailOf(id))))
      sums.set(currency, (sums.get(currency) ?? 0) + Math.round(balance * 100));
    const opening = 180;
    const { totals } = await reports.ledger('from=2025-12-01');
    expect(totals.map(({ currency, closing }) => [currency, closing])).toEqual([
      ['EUR', (sums.get('EUR') ?? 0) / 100],
      ['RON', (sums.get('RON') ?? 0) / 100 + opening],
    ]);
  });

  it('ages by due dates, in lei at the rates of the documents', async () => {
    // RON: V-2 of 180, due 15 January; 500 of January's, due 25 January. EUR: 100 × 5, due 22 March.
    const body = await reports.balance('date=2026-03-31');
    expect(body).toMatchObject({ date: '2026-03-31', currency: 'RON', totalUnpaid: 1180, totalOverdue: 1180 });
    expect(body.buckets).toEqual({ current: 0, '0-30': 500, '31-60': 0, '61-90': 680, '90+': 0 });
    expect(body.currencies).toMatchObject([
      { currency: 'EUR', balance: 100, overdue: 100 },
      { currency: 'RON', balance: 680, overdue: 680 },
    ]);
    expect(body.clients).toMatchObject([{ clientId: client, partnerKey: client, balance: 1180, overdue: 1180 }]);
    // On 5 February: V-2, January's with 1,000 open and February's, before it was paid.
    const earlier = await reports.balance('date=2026-02-05');
    expect(earlier.buckets).toEqual({ current: 242, '0-30': 1180, '31-60': 0, '61-90': 0, '90+': 0 });
  });

  it('as CSV is a file', async () => {
    const file = async (path: string) => {
      const { status, body, headers } = await trader.request<unknown>('GET', `/reports/${path}&format=csv&decimals=comma`);
      return { status, lines: String(body).trim().split('\r\n'), name: headers.get('content-disposition') };
    };
    const rows = await file(`ledger?partnerKey=${client}&from=2026-02-01&to=2026-02-28`);
    expect([rows.status, rows.lines.length, rows.name]).toEqual([
      200,
      5,
      expect.stringContaining('ledger-clients-2026-02-01-2026-02-28.csv'),
    ]);
    expect(rows.lines[2]).toContain(';"RON";"242,00";"0,00";"1422,00";');
    const accounts = await file('ledger?from=2026-02-01');
    expect(accounts.lines[2]).toContain('"RON";"1180,00";"363,00";"863,00";"680,00"');
    const balances = await file('balance?date=2026-03-31');
    expect(balances.lines[1]).toContain('"1180,00";"1180,00";"0,00";"500,00";"0,00";"680,00";"0,00"');
  });
});

describe('GET /reports/ledger', () => {
  let trader: Trader;
  let reports: ReturnType<typeof reportsOf>;
  beforeAll(async () => {
    trader = await newTrader();
    reports = reportsOf(trader);
  });

  it('of a company without documents is empty', async () => {
    const own = reportsOf(await newTrader());
    expect(await own.ledger('')).toMatchObject({ data: [], total: 0, totals: [] });
    expect(await own.balance()).toMatchObject({ clients: [], totalUnpaid: 0, currencies: [] });
  });

  it('of suppliers has what they are owed', async () => {
    const id = await received(trader.scope);
    const { total, supplier } = await trader.detailOf(id);
    const supplierName = supplier?.name;
    await reports.pay(id, 1, today());
    const { data } = await reports.ledger('role=purchase&from=2025-01-01');
    expect(data).toMatchObject([{ partner: { name: supplierName }, debit: 1, credit: total, closing: total - 1 }]);
    expect((await reports.ledger('from=2025-01-01')).data).toEqual([]);
    expect((await reports.balance('role=purchase')).clients).toMatchObject([{ clientName: supplierName, balance: total - 1 }]);
  });

  it('has clients without a record by their tax number, and of two programs by the record', async () => {
    const bare = { clientId: null, receiverName: 'Livada', receiverCif: 'RO14399840', receiverAddress: 'Str. Horea 4' };
    const buyer = { ...bare, receiverCity: 'Cluj-Napoca', receiverCounty: 'Cluj', receiverCountry: 'RO' };
    await trader.issued({ ...buyer, lines: [line(100)] });
    expect((await reports.ledger('')).data).toMatchObject([{ partnerKey: 'cif:14399840', partner: { id: null }, closing: 121 }]);
    const rows = await reports.ledger('partnerKey=cif:14399840');
    expect(rowsOf(rows)).toHaveLength(1);
  });

  it.each([
    ['role=both', 'role'],
    ['partnerKey=', 'partnerKey'],
    ['from=2026-13-01', 'from'],
    ['from=2026-03-02&to=2026-03-01', 'from'],
    ['from=2024-01-01&to=2026-01-01', 'to'],
    ['from=2019-01-01&to=2019-02-01', 'from'],
    [`to=${addDays(today(), 1)}`, 'to'],
    ['format=xml', 'format'],
    ['decimals=dot', 'decimals'],
  ])('refuses the query "%s"', async (query, field) => {
    const { status, body } = await trader.request<Refusal>('GET', `/reports/ledger?${query}`);
    expect([status, Object.keys(body.error.details)]).toEqual([422, [field]]);
  });

  it.each(['role=both', 'date=2026-02-30', 'date=2019-01-01', `date=${addDays(today(), 1)}`])(
    'refuses open balances of "%s"',
    async query => {
      expect((await trader.request<Refusal>('GET', `/reports/balance?${query}`)).status).toBe(422);
    },
  );
});

describe('PUT /reports/opening-balances', () => {
  let trader: Trader;
  let reports: ReturnType<typeof reportsOf>;
  let opening: object;
  beforeAll(async () => {
    trader = await newTrader();
    reports = reportsOf(trader);
    opening = { role: 'sale', partnerId: trader.scope.clientId, date: '2025-12-31', amount: 300 };
  });
  const listed = async () =>
    (await trader.request<{ data: OpeningBalanceShown[]; total: number }>('GET', '/reports/opening-balances?role=sale')).body;

  it('replaces the balance of the client and currency, which is listed until it is 0', async () => {
    expect((await reports.open(opening)).body).toMatchObject({ amount: 300, open: 300, currency: 'RON', documents: [] });
    const settlements = [{ date: '2026-01-05', amount: 100 }];
    expect((await reports.open({ ...opening, settlements })).body).toMatchObject({ amount: 300, open: 200 });
    const euros = { ...opening, currency: 'EUR', exchangeRate: 5, amount: -10 };
    expect((await reports.open(euros)).body).toMatchObject({ amount: -10, open: -10, exchangeRate: 5 });
    expect((await listed()).data).toMatchObject([
      { currency: 'EUR', open: -10 },
      { currency: 'RON', open: 200 },
    ]);
    expect((await reports.balance()).totalUnpaid).toBe(150);
    for (const currency of [{}, { currency: 'EUR', exchangeRate: 5 }])
      expect((await reports.open({ ...opening, ...currency, amount: 0 })).status).toBe(200);
    expect(await listed()).toMatchObject({ data: [], total: 0 });
    expect((await reports.balance()).totalUnpaid).toBe(0);
  });

  it.each<[string, object]>([
    ['role', { role: 'both' }],
    ['partnerId', { partnerId: '0198c0de-0000-7000-8000-000000000009' }],
    ['partnerId', { role: 'purchase' }],
    ['date', { date: '2999-01-01' }],
    ['exchangeRate', { currency: 'EUR' }],
    ['exchangeRate', { exchangeRate: 5 }],
    ['amount', { documents: [{ number: 'V-1', date: '2025-12-01', amount: 299 }] }],
    ['documents.0.date', { documents: [{ number: 'V-1', date: '2026-01-01', amount: 300 }] }],
    ['documents', { documents: Array.from({ length: 101 }, () => ({ number: 'V', date: '2025-12-01', amount: 3 })) }],
    ['settlements', { settlements: [{ date: '2026-01-05', amount: 301 }] }],
    ['settlements', { settlements: Array.from({ length: 101 }, () => ({ date: '2026-01-05', amount: 1 })) }],
    ['settlements.0.date', { settlements: [{ date: '2025-12-30', amount: 1 }] }],
    ['settlements.0.amount', { settlements: [{ date: '2026-01-05', amount: 0 }] }],
  ])('refuses a wrong %s', async (field, more) => {
    const { status, body } = await reports.open({ ...opening, ...more });
    expect([status, Object.keys(body.error.details)]).toEqual([422, [field]]);
  });

  it('refuses a list of another role', async () => {
    expect((await trader.request('GET', '/reports/opening-balances?role=both')).status).toBe(422);
  });
});
