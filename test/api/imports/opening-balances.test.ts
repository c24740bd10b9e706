import { describe, expect, it } from 'vitest';
import type { OpeningBalanceShown } from '../../support/contract.ts';
import { columnsOf, importsOf, outcomesOf } from '../../support/imports/imports.ts';
import { useService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';

/** POST /imports of opening balances (IMP-9). */

const service = useService();
const { newTrader } = useTrader();

const opened = async () => {
  const own = await newTrader();
  const client = (body: object) => own.request<{ client: { id: string } }>('POST', '/clients', body);
  await client({ name: 'Livada SRL', cui: 'RO14399840', clientCode: 'L-1' });
  await own.request('POST', '/suppliers', {
    ...{ name: 'Cherestea SRL', cui: 'RO18547290', registrationNumber: 'J20/1/2006' },
    ...{ address: 'Str. A 1', city: 'Deva', county: 'Hunedoara' },
  });
  await service().idle();
  const listed = async () =>
    (await own.request<{ data: OpeningBalanceShown[] }>('GET', '/reports/opening-balances?limit=100')).body.data;
  return { ...own, ...importsOf(own), listed };
};

const HEAD = 'role;cif;code;name;balanceDate;currency;exchangeRate;number;issueDate;dueDate;amount';
const ROWS = [
  'client;14399840;;;31.12.2025;;;V-2;05.11.2025;05.12.2025;1.000,50',
  'client;;l-1;;31.12.2025;RON;;V-1;01.10.2025;;200',
  'client;;;LIVADA srl;31.12.2025;EUR;5,0852;E-1;01.12.2025;;100',
  'supplier;RO18547290;;;31.12.2025;;;;;;-50',
];
const FILE = [HEAD, ...ROWS].join('\n');

describe('POST /imports of opening balances', () => {
  it('shows the sums, then stores what PUT would store, a balance for each partner and currency', async () => {
    const own = await opened();
    const { body: preview } = await own.send('opening_balances', FILE);
    // 1000.50 + 200 = 1200.50 in lei.
    const sums = [
      { role: 'client', currency: 'EUR', amount: 100, balances: 1 },
      { role: 'client', currency: 'RON', amount: 1200.5, balances: 1 },
      { role: 'supplier', currency: 'RON', amount: -50, balances: 1 },
    ];
    expect(preview).toMatchObject({ stored: false, made: 4, sums });
    expect(await own.listed()).toEqual([]);
    const { body } = await own.send('opening_balances', FILE, preview.confirmation ?? '');
    expect(body).toMatchObject({ stored: true, made: 4, sums });
    const listed = await own.listed();
    expect(listed.find(({ currency, role }) => currency === 'RON' && role === 'sale')).toMatchObject({
      ...{ date: '2025-12-31', amount: 1200.5, open: 1200.5, settlements: [] },
      documents: [
        { number: 'V-1', date: '2025-10-01', dueDate: null, amount: 200 },
        { number: 'V-2', date: '2025-11-05', dueDate: '2025-12-05', amount: 1000.5 },
      ],
    });
    expect(listed.find(({ currency }) => currency === 'EUR')).toMatchObject({ amount: 100, exchangeRate: 5.0852 });
    expect(listed.find(({ role }) => role === 'purchase')).toMatchObject({ amount: -50, documents: [] });
    const { body: again } = await own.store('opening_balances', [HEAD, ...ROWS.toReversed()].join('\n'));
    expect(again).toMatchObject({ made: 0, skipped: 4, sums: [] });
    expect(await own.listed()).toEqual(listed);
  });

  it('is not stored over another balance', async () => {
    const own = await opened();
    await own.store('opening_balances', FILE);
    const { body } = await own.store('opening_balances', FILE.replace('1.000,50', '1.000,51'));
    expect(outcomesOf(body)).toEqual([
      [2, 'refused'],
      [3, 'refused'],
      [4, 'skipped'],
      [5, 'skipped'],
    ]);
    expect(body.rows[0]?.message).toBe('The client has another opening balance in RON: change it, or remove it first.');
    expect((await own.listed()).find(({ currency, role }) => currency === 'RON' && role === 'sale')?.amount).toBe(1200.5);
  });

  it('refuses all rows of a balance of which one is wrong, and says which', async () => {
    const own = await opened();
    const csv = [
      HEAD,
      'client;14399840;;;2025-12-31;;;V-1;2025-10-01;;abc',
      'client;14399840;;;2025-12-31;;;V-2;2025-10-02;;10',
      'client;40123452;;;2025-12-31;;;V-1;2025-10-01;;10',
      'client;;;;2025-12-31;;;V-1;2025-10-01;;10',
      'supplier;18547290;;;2025-12-31;EUR;;F-1;2026-01-02;;10',
      'supplier;18547290;;;2025-12-31;RON;;F-1;2025-10-01;;10',
      'supplier;18547290;;;2025-12-30;RON;;F-1;2025-10-01;;10',
      'both;14399840;;;;;;;;;',
    ].join('\n');
    const { body } = await own.store('opening_balances', csv);
    expect(columnsOf(body)).toEqual([
      [2, 'amount'],
      [3],
      [4, 'cif'],
      [5, 'cif'],
      [6, 'exchangeRate', 'issueDate'],
      [7],
      [8, 'balanceDate', 'number'],
      [9, 'amount', 'balanceDate', 'role'],
    ]);
    expect(body.rows[1]?.message).toContain('line 2');
    expect(body.rows[2]?.errors[0]?.message).toBe('is of no client of the company: import the clients first');
    expect(body.rows[5]?.message).toContain('line 8');
    expect(await own.listed()).toEqual([]);
  });

  it.each<[on: string, status: object, warned: number[]]>([
    ['every day', { vatStatus: [{ from: '2020-01-01', registered: true, onCollection: true }] }, [2, 4]],
    ['the day of the balance', { vatStatus: [{ from: '2025-12-31', registered: true, onCollection: true }] }, [2, 4]],
    [
      'the day of a document alone',
      {
        vatStatus: [
          { from: '2020-01-01', to: '2025-10-31', registered: true, onCollection: true },
          { from: '2025-11-01', registered: true, onCollection: false },
        ],
      },
      [2],
    ],
    ['later days', { vatStatus: [{ from: '2026-01-01', registered: true, onCollection: true }] }, []],
  ])('of clients of a company with VAT on collection on %s warns that a balance has no VAT', async (_, status, warned) => {
    const own = await opened();
    expect((await own.request('PATCH', `/companies/${own.scope.company}`, status)).status).toBe(200);
    const { body } = await own.send('opening_balances', FILE);
    expect(body).toMatchObject({ made: 4 });
    const warnings = body.rows.flatMap(row => row.warnings.map(warning => [row.line, warning]));
    expect(warnings).toEqual(
      warned.map(line => [
        line,
        expect.stringMatching(/^The company applied VAT on collection on .* Import unpaid invoices as documents instead\.$/),
      ]),
    );
  });

  it('takes at most 100 documents of a partner', async () => {
    const own = await opened();
    const rows = Array.from({ length: 101 }, (_, at) => `client;14399840;;;2025-12-31;;;V-${at};2025-10-01;;1`);
    const { body } = await own.send('opening_balances', [HEAD, ...rows].join('\n'));
    expect(body).toMatchObject({ made: 0, refused: 101 });
    expect(body.rows.flatMap(({ errors }) => errors)).toEqual([{ column: 'number', message: 'must have at most 100 entries' }]);
  });
});
