import { beforeEach, expect, it, vi } from 'vitest';
import { rowsOf } from '#shared/documents/common/csv-import/file.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { collated } from '#shared/base/kernel/collate.ts';
import { OPENING_COLUMNS, planOpenings } from '#shared/documents/imports/openings.ts';
import { type Naming, partnerFinder, type PartnerRole } from '#shared/documents/imports/partners.ts';
import { vatRateReader } from '#shared/documents/imports/products.ts';
import type { Company } from '#shared/model/company.ts';
import { listedRows } from '#shared/platform/store/listed.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';

/** Whom a row names (IMP-9), in a company with many clients: each of their names is collated once, and that of each row. */

vi.mock('#shared/platform/store/listed.ts', async load => ({ ...(await load<object>()), listedRows: vi.fn() }));
vi.mock('#shared/documents/reports/ledger/openings.ts', async load => ({
  ...(await load<object>()),
  readOpenings: () => Promise.resolve([]),
}));
vi.mock('#shared/base/kernel/collate.ts', async load => {
  const real = await load<{ collated: typeof collated }>();
  return { ...real, collated: vi.fn(real.collated) };
});

beforeEach(() => {
  vi.mocked(collated).mockClear();
});

interface Listed {
  id: string;
  name: string;
  clientCode?: string | null;
}

/** The clients and suppliers of the company. */
const listing = (clients: Listed[], suppliers: Listed[] = []) =>
  vi
    .mocked(listedRows)
    .mockImplementation(({ counted }) =>
      Promise.resolve((counted === 'CLIENT' ? clients : suppliers).map(record => ({ record, stats: {} }) as never)),
    );

function finderAmong(clients: Listed[], suppliers: Listed[], named: { role: PartnerRole; naming: Naming }[]) {
  listing(clients, suppliers);
  return partnerFinder(companyScope(newId()), named);
}

it('compares 500 rows with 10,000 clients in one pass over each', async () => {
  const clients = Array.from({ length: 10_000 }, (_, at) => ({ id: `c${at}`, name: `Șantier ${at} SRL`, clientCode: `C-${at}` }));
  const named = Array.from({ length: 500 }, (_, at) => ({ role: 'client' as const, naming: { name: `santier ${at * 20} srl` } }));
  const find = await finderAmong(clients, [], named);
  expect(named.map(({ naming }) => find('client', naming))).toMatchObject(named.map((_, at) => ({ id: `c${at * 20}` })));
  expect(vi.mocked(collated).mock.calls.length).toBeLessThanOrEqual(10_000 + 500);
});

const FOUR = newId();
const CLIENTS = [
  { id: 'one', name: 'Livada  SRL', clientCode: 'L-1' },
  { id: 'two', name: 'Șapte SRL', clientCode: null },
  { id: 'three', name: 'sapte srl', clientCode: 'l-1' },
  { id: FOUR, name: 'Patru SRL', clientCode: 'P-4' },
];

it.each<[PartnerRole, Naming, object]>([
  ['client', { name: 'LIVADA srl' }, { id: 'one' }],
  ['client', { code: 'p-4', name: 'Livada SRL' }, { id: FOUR }],
  ['client', { code: 'L-1' }, { column: 'code', message: 'is that of 2 clients: state cif' }],
  ['client', { name: 'Șapte SRL' }, { column: 'name', message: 'is that of 2 clients: state cif' }],
  ['client', { code: 'X' }, { column: 'code', message: 'is of no client of the company: import the clients first' }],
  ['client', {}, { column: 'cif', message: 'is required, or code or name' }],
  ['supplier', { name: 'Cherestea SRL' }, { id: 'five' }],
  ['supplier', { name: 'Livada SRL' }, { column: 'name' }],
  ['supplier', { code: 'L-1' }, { column: 'code' }],
])('as %s, %j is %j', async (role, naming, expected) => {
  const suppliers = [{ id: 'five', name: 'Cherestea SRL' }];
  const find = await finderAmong(CLIENTS, suppliers, [{ role, naming }]);
  expect(find(role, naming)).toMatchObject(expected);
});

/** The longest text that was collated. */
const longestCollated = (): number => Math.max(0, ...vi.mocked(collated).mock.calls.map(([text]) => text.length));

const planned = async (rows: string[]) => {
  const csv = ['role;cif;code;name;balanceDate;number;issueDate;amount', ...rows].join('\n');
  const company = companyScope(newId());
  const planning = { company, rows: rowsOf(csv, OPENING_COLUMNS), columns: OPENING_COLUMNS };
  const { rows: results } = await planOpenings(planning, { vatOnCollection: false } as Company);
  return results.map(({ line, outcome, errors }) => [line, outcome, ...errors.map(({ column }) => column)]);
};

it('compares no cell of an opening balance that is longer than its field', async () => {
  listing(CLIENTS);
  const long = 'Ș'.repeat(100_000);
  expect(await planned([`client;;;${long};2025-12-31;;;10`, `client;;${long};Patru SRL;2025-12-31;;;10`])).toEqual([
    [2, 'refused', 'name'],
    [3, 'refused', 'code'],
  ]);
  expect(longestCollated()).toBeLessThanOrEqual(255);
});

it('refuses a balance also for a row that names its partner by code, beside a name that is too long', async () => {
  listing(CLIENTS);
  const long = 'Ș'.repeat(256);
  expect(await planned([`client;;P-4;${long};2025-12-31;V-1;2025-10-01;10`, 'client;;;Patru SRL;2025-12-31;;;10'])).toEqual([
    [2, 'refused', 'name'],
    [3, 'refused'],
  ]);
});

it('collates the names of VAT rates once for all rows, and none of a cell that is longer', () => {
  const rates = Array.from({ length: 50 }, (_, at) => ({ label: `Cota ${at}`, rate: '21', isActive: true, id: `r${at}` }));
  const read = vatRateReader(rates as never);
  const rowWith = (vatRate: string) => ({ line: 2, groups: [], errors: [], body: { vatRate } });
  for (let at = 0; at < 500; at++) expect(read(rowWith(`cotă ${at % 50}`)).body['vatRateId']).toBe(`r${at % 50}`);
  expect(read(rowWith('Ș'.repeat(100_000))).errors).toMatchObject([{ column: 'vatRate' }]);
  expect(vi.mocked(collated).mock.calls.length).toBeLessThanOrEqual(50 + 500);
  expect(longestCollated()).toBeLessThanOrEqual(100);
});
