import { beforeAll, expect, it } from 'vitest';
import { REPORTS } from '../../../clients/cli/src/reports.ts';
import { completable, program } from '../../../clients/cli/src/program.ts';
import { loadCatalogue } from '../../../infra/catalogue.ts';
import { openApiDocument } from '../../../infra/openapi/document.ts';

/** The reports of the command line: paths and queries, compared with the API's own description. */

let paths: Record<string, { get?: Operation }>;
beforeAll(async () => {
  const { endpoints } = await loadCatalogue();
  ({ paths } = (await openApiDocument(endpoints, { serverUrl: 'https://api.example.com' })) as unknown as {
    paths: typeof paths;
  });
});

interface Operation {
  parameters: { name: string; in: string; required?: boolean }[];
  responses: Record<string, { content?: Record<string, unknown> }>;
}

const operationOf = (path: string): Operation => {
  const operation = paths[path]?.get;
  if (!operation) throw new Error(`The API has no ${path}.`);
  return operation;
};
const inQuery = ({ parameters }: Operation) => parameters.filter(one => one.in === 'query');

const ASKED = {
  ...{ month: '2026-02', from: '2026-01-01', to: '2026-03-31', date: '2026-02-28' },
  partner: { of: 'supplier', id: 'cif:1' },
  ...{ series: 'serie', year: '2026' },
} as const;

it.each([
  ['sales-journal', { role: 'sale', period: '2026-02' }],
  ['purchase-journal', { role: 'purchase', period: '2026-02' }],
  ['vat', { year: '2026', month: '02' }],
  ['d390', { form: 'd390', period: '2026-02' }],
  ['d394', { form: 'd394', period: '2026-02' }],
  ['ledger', { role: 'purchase', partnerKey: 'cif:1', from: '2026-01-01', to: '2026-03-31' }],
  ['balance', { role: undefined, date: '2026-02-28' }],
  ['statement', { supplierId: 'cif:1', date: '2026-02-28' }],
  ['exchange-differences', { period: '2026-02' }],
  ['control-file', { seriesId: 'serie', from: '2026-01-01', to: '2026-03-31' }],
  ['series-decision', { year: '2026' }],
  ['sales', { dateFrom: '2026-01-01', dateTo: '2026-03-31' }],
])('%s asks for what its options say', (name, query) => {
  expect(REPORTS.find(report => report.name === name)?.query(ASKED)).toEqual(query);
});

it('the accounts of clients are those of sales, and without a partner the role is as stated', () => {
  const ledger = REPORTS.find(({ name }) => name === 'ledger');
  expect(ledger?.query({ partner: { of: 'client', id: 'one' } })).toMatchObject({ role: 'sale', partnerKey: 'one' });
  expect(ledger?.query({ role: 'purchase' })).toMatchObject({ role: 'purchase', partnerKey: undefined });
});

it.each(REPORTS)('$name has the parameters, the file and the pages that the API has', ({ path, query, file, records }) => {
  const operation = operationOf(path);
  const names = inQuery(operation).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(query(ASKED))));
  const required = inQuery(operation).flatMap(one => (one.required ? [one.name] : []));
  expect(Object.keys(query(ASKED))).toEqual(expect.arrayContaining(required));
  const types = Object.keys(operation.responses['200']?.content ?? {});
  expect({ csv: types.includes('text/csv'), pdf: types.includes('application/pdf') }).toEqual({
    ...{ csv: file === 'csv' || file === 'both', pdf: file === 'pdf' || file === 'both' },
  });
  expect(names.includes('page')).toBe(records !== undefined);
  expect(names.includes('decimals')).toBe(file === 'csv' || file === 'both');
});

it('the command line has every report of the API, and a shell completes their names', () => {
  const known = new Set<string>(REPORTS.map(({ path }) => path));
  const missing = Object.keys(paths).filter(path => path.startsWith('/api/v1/reports/') && paths[path]?.get && !known.has(path));
  // What is owed from before is data that is entered, not a report.
  expect(missing).toEqual(['/api/v1/reports/opening-balances']);
  const report = completable(program()).find(({ name }) => name === 'report');
  expect(report?.commands.map(({ name }) => name)).toEqual([...REPORTS.map(({ name }) => name), 'vat-comparison']);
  expect(report?.commands.find(({ name }) => name === 'balance')?.options).toEqual([
    ...['--date', '--role', '--comma', '--output', '--json'],
  ]);
});
