import { describe, expect, it } from 'vitest';
import type { Journal } from '../../support/contract.ts';
import { columnsOf, type Imported, importsOf, outcomesOf } from '../../support/imports/imports.ts';
import { useService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';

/** POST /imports of invoices that were issued with another program (IMP-10, IMP-11). */

const service = useService();
const { newTrader } = useTrader();

const opened = async () => {
  const own = await newTrader();
  await own.request('POST', '/clients', {
    ...{ name: 'Livada SRL', cui: 'RO14399840', clientCode: 'L-1' },
    ...{ address: 'Str. Morii 3', city: 'Turda', county: 'Cluj' },
  });
  await service().idle();
  const listed = async () => {
    await service().idle();
    return (await own.request<{ total: number }>('GET', '/invoices?direction=outgoing')).body.total;
  };
  const journal = async (period: string) =>
    (await own.request<Journal>('GET', `/reports/journal?role=sale&period=${period}`)).body;
  return { ...own, ...importsOf(own), listed, journal };
};

const HEAD =
  'number;cif;code;name;issueDate;dueDate;currency;exchangeRate;base;rate;vat;category;base2;rate2;paidAmount;paidDate';
const ROWS = [
  'OLD-1;14399840;;;05.09.2026;05.10.2026;;;1.000,00;21;210,00;;200;11;500;20.09.2026',
  'OLD-2;;L-1;;2026-09-06;;EUR;5,00;100;0;;K;;;;',
];
const FILE = [HEAD, ...ROWS].join('\n');

describe('POST /imports of documents', () => {
  it('stores invoices that count in lists, journals and balances of their month, with what was paid', async () => {
    const own = await opened();
    const { body: preview } = await own.send('documents', FILE);
    expect(preview).toMatchObject({ stored: false, made: 2, refused: 0 });
    expect(await own.listed()).toBe(0);
    const { body } = await own.send('documents', FILE, preview.confirmation ?? '');
    expect(outcomesOf(body)).toEqual([
      [2, 'made'],
      [3, 'made'],
    ]);
    // 1000 with 210.00 and 200 with 22.00 of VAT: 1432.00, of which 500.00 is paid.
    const invoice = await own.detailOf(body.rows[0]?.id ?? '');
    expect(invoice).toMatchObject({
      ...{ number: 'OLD-1', status: 'synced', source: 'import', direction: 'outgoing', issueDate: '2026-09-05' },
      ...{ subtotal: 1200, vatTotal: 232, total: 1432, amountPaid: 500, balance: 932, taxauthDeadline: null, series: null },
      ...{ client: { name: 'Livada SRL' }, payments: [{ amount: 500, paymentDate: '2026-09-20' }], remindersDisabled: true },
    });
    expect(await own.listed()).toBe(2);
    const { data, totals } = await own.journal('2026-09');
    expect(data.map(({ number, source }) => [number, source])).toEqual([
      ['OLD-1', 'import'],
      ['OLD-2', 'import'],
    ]);
    // 1200.00 lei and 100 EUR at 5.00.
    expect(totals.reduce((sum, { baseLei }) => sum + baseLei, 0)).toBe(1700);
    const balance = await own.request<{ totalUnpaid: number }>('GET', '/reports/balance?date=2026-09-30');
    expect(balance.body.totalUnpaid).toBe(1432);
    expect((await own.store('documents', [HEAD, ...ROWS.toReversed()].join('\n'))).body).toMatchObject({ made: 0, skipped: 2 });
    expect(await own.listed()).toBe(2);
  });

  it('takes no number of a series, and each number once', async () => {
    const own = await opened();
    const here = await own.issued();
    const csv = [
      HEAD,
      `${here.number};14399840;;;2026-09-05;;;;100;21;;;;;;`,
      'OLD-3;14399840;;;2026-09-05;;;;100;21;;;;;;',
      'OLD-3;14399840;;;2026-09-05;;;;100;21;;;;;;',
      'OLD-3;14399840;;;2026-09-06;;;;100;21;;;;;;',
    ].join('\n');
    const { body } = await own.store('documents', csv);
    expect(outcomesOf(body).map(([, outcome]) => outcome)).toEqual(['refused', 'made', 'skipped', 'refused']);
    expect(body.rows[0]?.errors).toEqual([{ column: 'number', message: 'is the number of an invoice that was issued here' }]);
    const later = await own.store('documents', [HEAD, 'OLD-3;14399840;;;2026-09-07;;;;100;21;;;;;;'].join('\n'));
    expect(later.body.rows[0]?.errors[0]?.message).toBe('is the number of another imported invoice, of 2026-09-05');
    const next = await own.issued();
    expect(Number(next.number.replace(/\D+/g, ''))).toBe(Number(here.number.replace(/\D+/g, '')) + 1);
  });

  it('keeps its number from a series that reaches it, until the invoice is removed', async () => {
    const own = await opened();
    const here = await own.issued();
    const [, prefix = '', digits = ''] = /^(.*?)(\d+)$/.exec(here.number) ?? [];
    const reached = `${prefix}${String(Number(digits) + 1).padStart(digits.length, '0')}`;
    const csv = [HEAD, `${reached};14399840;;;2026-09-05;;;;100;21;;;;;;`].join('\n');
    const { body } = await own.store('documents', csv);
    expect(body.made).toBe(1);
    const draft = await own.draft();
    expect(await own.act(draft.id, 'issue')).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringContaining(`Number ${reached} is taken`) as string } },
    });
    expect((await own.remove(body.rows[0]?.id ?? '')).status).toBe(204);
    expect(await own.act(draft.id, 'issue')).toMatchObject({ status: 200, body: { number: reached } });
    expect((await own.store('documents', csv)).body.rows[0]?.errors[0]?.message).toBe(
      'is the number of an invoice that was issued here',
    );
  });

  it('gives one of an import and an issue at the same time the number', async () => {
    const own = await opened();
    const here = await own.issued();
    const [, prefix = '', digits = ''] = /^(.*?)(\d+)$/.exec(here.number) ?? [];
    const reached = `${prefix}${String(Number(digits) + 1).padStart(digits.length, '0')}`;
    const csv = [HEAD, `${reached};14399840;;;2026-09-05;;;;100;21;;;;;;`].join('\n');
    const draft = await own.draft();
    const confirm = (await own.send('documents', csv)).body.confirmation ?? '';
    const [imported, issue] = await Promise.all([own.send('documents', csv, confirm), own.act(draft.id, 'issue')]);
    const made = imported.status === 200 ? imported.body.made : 0;
    expect([made, issue.status]).toEqual(issue.status === 200 ? [0, 200] : [1, 422]);
  });

  it('takes back what a negative one names, in whatever order they come, and gives it back when it is removed', async () => {
    const own = await opened();
    const head = 'number;cif;issueDate;base;rate;correctedNumber;correctedDate;paidAmount;paidDate';
    const csv = [
      head,
      'OLD-8;14399840;2026-09-08;-200;21;OLD-7;2026-09-07;;',
      'OLD-7;14399840;2026-09-07;1000;21;;;1.000,00;2026-09-07',
      'OLD-9;14399840;2026-09-09;0;21;;;;',
    ].join('\n');
    const { body } = await own.store('documents', csv);
    expect(body).toMatchObject({ made: 3, refused: 0 });
    const [note = '', invoice = '', nothing = ''] = body.rows.map(({ id }) => id ?? '');
    // 1210.00, less 1000.00 paid and 242.00 credited: 32.00 are owed back.
    expect(await own.detailOf(invoice)).toMatchObject({ total: 1210, creditedAmount: 242, balance: 0, refundDue: 32 });
    expect(await own.detailOf(note)).toMatchObject({
      ...{ total: -242, paymentStatus: 'paid', source: 'import', isCreditNote: false },
      precedingInvoices: [{ number: 'OLD-7', issueDate: '2026-09-07' }],
    });
    expect(await own.detailOf(nothing)).toMatchObject({ total: 0, paymentStatus: 'paid' });
    expect((await own.journal('2026-09')).totals).toMatchObject([{ baseLei: 800, vatLei: 168 }]);
    expect(await own.remove(invoice)).toMatchObject({ status: 409 });
    expect((await own.remove(note)).status).toBe(204);
    expect(await own.detailOf(invoice)).toMatchObject({ creditedAmount: 0, balance: 210, refundDue: 0 });
    expect((await own.store('documents', csv)).body).toMatchObject({ made: 1, skipped: 2 });
    expect(await own.detailOf(invoice)).toMatchObject({ creditedAmount: 242, refundDue: 32 });
  });

  it.each([
    ['before', [1, 0]],
    ['after', [0, 1]],
  ])('keeps what was paid of an invoice that is imported %s what takes it back', async (_, order) => {
    const own = await opened();
    const head = 'number;cif;issueDate;base;rate;correctedNumber;correctedDate;paidAmount;paidDate';
    const rows = ['OLD-8;14399840;2026-09-08;-200;21;OLD-7;2026-09-07;;', 'OLD-7;14399840;2026-09-07;1000;21;;;1000;2026-09-07'];
    const ids: string[] = [];
    for (const place of order) ids[place] = (await own.store('documents', `${head}\n${rows[place]}`)).body.rows[0]?.id ?? '';
    expect(await own.detailOf(ids[1] ?? '')).toMatchObject({ amountPaid: 1000, creditedAmount: 242, balance: 0, refundDue: 32 });
  });

  it('takes back an invoice that was issued here', async () => {
    const own = await opened();
    const { id, number, issueDate } = await own.issued();
    const { cif } = (await own.detailOf(id)).client ?? {};
    const csv = `number;cif;issueDate;base;rate;correctedNumber\nOLD-8;${cif};${issueDate};-50;21;${number}`;
    expect((await own.store('documents', csv)).body).toMatchObject({ made: 1, rows: [{ errors: [] }] });
    expect(await own.detailOf(id)).toMatchObject({ creditedAmount: 60.5, balance: 60.5 });
  });

  it('warns of what an opening balance of the client has already, in both orders', async () => {
    const own = await opened();
    const warned = ({ body }: { body: Imported }) => body.rows.map(({ outcome, warnings }) => [outcome, warnings.length]);
    const balances = [
      'role;cif;balanceDate;number;issueDate;amount',
      'client;14399840;2026-08-31;OLD-1;2026-08-05;121',
      'client;14399840;2026-08-31;OLD-2;2026-08-06;60.5',
    ].join('\n');
    const documents = [
      'number;cif;issueDate;base;rate;paidAmount;paidDate',
      'OLD-1;14399840;2026-08-05;100;21;;',
      'OLD-3;14399840;2026-08-06;100;21;;',
      'OLD-4;14399840;2026-08-06;100;21;121;2026-08-07',
      'OLD-5;14399840;2026-09-06;100;21;;',
    ].join('\n');
    // OLD-4 was paid before the day of the balance, and OLD-5 issued after it.
    const wanted = [1, 1, 0, 0].map(count => ['would_make', count]);
    expect(warned(await own.send('documents', documents))).toEqual([0, 0, 0, 0].map(count => ['would_make', count]));
    await own.store('opening_balances', balances);
    const preview = await own.send('documents', documents);
    expect(warned(preview)).toEqual(wanted);
    expect(preview.body.rows[0]?.warnings[0]).toContain('opening balance of 2026-08-31');
    const other = await opened();
    await other.store('documents', documents);
    const late = await other.send('opening_balances', balances);
    expect(warned(late)).toEqual([
      ['would_make', 1],
      ['would_make', 0],
    ]);
    expect(late.body.rows[0]?.warnings[0]).toContain('OLD-1');
  });

  it('says what is wrong with each row by column', async () => {
    const own = await opened();
    const csv = [
      `${HEAD};tvaLaIncasare;correctedNumber`,
      'W-1;40123452;;;2026-09-05;;;;100;21;;;;;;;;',
      'W-2;14399840;;;2999-01-01;2026-01-01;EUR;;100;21;;;;;;;;',
      'W-3;14399840;;;2026-09-05;;;;100;21;30;;50;0;;;;',
      'W-4;14399840;;;2026-09-05;;;;-100;21;;;;;122;2026-09-05;;',
      'W-5;14399840;;;2026-09-05;;;;100;21;;;;;122;;;',
      'W-6;14399840;;;2026-09-05;;;;100;21;;;;;122;2026-09-05;;',
      'W-7;14399840;;;2026-09-05;;;;;;;;;;;;perhaps;',
      'W-8;14399840;;;2026-09-05;;;;100;21;;;;;;;;OLD-1',
    ].join('\n');
    const { body } = await own.send('documents', csv);
    expect(columnsOf(body)).toEqual([
      [2, 'cif'],
      [3, 'dueDate', 'exchangeRate', 'issueDate'],
      [4, 'category2', 'vat'],
      [5, 'paidAmount'],
      [6, 'paidDate'],
      [7, 'paidAmount'],
      [8, 'groups', 'tvaLaIncasare'],
      [9, 'correctedNumber'],
    ]);
  });

  it('is paid and credited as other invoices, but neither submitted, cancelled, printed, mailed nor shared', async () => {
    const own = await opened();
    const { body } = await own.store('documents', FILE);
    const id = body.rows[0]?.id ?? '';
    const invoice = await own.detailOf(id);
    const payment = { amount: 32, paymentDate: '2026-10-01', paymentMethod: 'bank_transfer' };
    expect((await own.request('POST', `/invoices/${id}/payments`, payment)).status).toBe(201);
    expect((await own.act(id, 'submit')).status).toBe(409);
    expect((await own.act(id, 'cancel', { reason: 'Issued twice by mistake' })).status).toBe(409);
    for (const name of ['pdf', 'xml'])
      expect(await own.request('GET', `/invoices/${id}/${name}`)).toMatchObject({
        status: 404,
        body: { error: { message: expect.stringContaining('issued with another program') as string } },
      });
    const reason = { error: { details: { reason: 'imported' } } };
    expect(await own.request('POST', `/invoices/${id}/email`, { to: 'a@client.example' })).toMatchObject({
      status: 422,
      body: reason,
    });
    expect(await own.request('POST', `/invoices/${id}/share-links`, {})).toMatchObject({ status: 409, body: reason });
    const note = await own.creditIssued({ id }, { clientId: invoice.clientId });
    expect(note).toMatchObject({ parentDocument: { number: 'OLD-1' } });
    // 1432.00 less 500.00, 32.00 and 60.50, which is 50.00 with its VAT.
    expect(await own.detailOf(id)).toMatchObject({ balance: 839.5, creditedAmount: 60.5 });
    expect(await own.remove(id)).toMatchObject({ status: 409, body: { error: { details: { reason: 'has_payments' } } } });
  });

  it('is removed by DELETE while nothing is booked on it, and can be imported again', async () => {
    const own = await opened();
    const { body } = await own.store('documents', FILE);
    const [first, second] = body.rows.map(({ id }) => id ?? '');
    const [payment] = (await own.detailOf(first ?? '')).payments;
    expect((await own.request('DELETE', `/invoices/${first}/payments/${payment?.id}`)).status).toBe(204);
    expect((await own.remove(first ?? '')).status).toBe(204);
    expect((await own.remove(second ?? '')).status).toBe(204);
    expect((await own.remove(second ?? '')).status).toBe(404);
    expect(await own.listed()).toBe(0);
    expect((await own.journal('2026-09')).total).toBe(0);
    expect((await own.store('documents', FILE)).body.made).toBe(2);
  });

  it('is neither imported into a closed month nor removed from one', async () => {
    const own = await opened();
    const { body } = await own.store('documents', FILE);
    const lock = await own.request('PUT', `/companies/${own.scope.company}/period-lock`, { closedUntil: '2026-09-30' });
    expect(lock.status).toBe(200);
    const late = await own.send('documents', [HEAD, 'OLD-9;14399840;;;2026-09-05;;;;100;21;;;;;;'].join('\n'));
    expect(late.body.rows[0]?.message).toContain('2026-10-01');
    expect(late.body.refused).toBe(1);
    expect(await own.remove(body.rows[1]?.id ?? '')).toMatchObject({
      status: 422,
      body: { error: { details: { reason: 'period_closed' } } },
    });
  });

  it('makes each once when a preview is confirmed twice at the same time', async () => {
    const own = await opened();
    const confirm = (await own.send('documents', FILE)).body.confirmation ?? '';
    const answers = await Promise.all([own.send('documents', FILE, confirm), own.send('documents', FILE, confirm)]);
    expect(answers.map(({ body }) => body.made ?? 0).reduce((a, b) => a + b)).toBe(2);
    expect(await own.listed()).toBe(2);
  });
});
