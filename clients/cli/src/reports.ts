import type { paths } from '../../typescript/src/index.ts';

/** The reports of `invoicing report`: which options each has, and the path and query that they become. Pure. */

/** What a report is asked with. `partner` is the id of a client or supplier, or the key of an account. */
export interface Asked {
  /** `YYYY-MM`. */
  month?: string;
  from?: string;
  to?: string;
  date?: string;
  role?: Role;
  /** The id of a series. */
  series?: string;
  /** `YYYY`. */
  year?: string;
  partner?: { of: 'client' | 'supplier'; id: string };
}

export type Role = 'sale' | 'purchase';

/** Options with a meaning of their own; `client` and `supplier` become the `partner`. */
export type ReportOption = 'month' | 'from' | 'to' | 'date' | 'role' | 'client' | 'supplier' | 'series' | 'year';

type ReportPath = Extract<keyof paths, `/api/v1/reports/${string}`>;

export interface Report {
  name: string;
  description: string;
  path: ReportPath;
  /** Options that must be given. */
  required?: readonly ReportOption[];
  /** Options that may be given. */
  optional?: readonly ReportOption[];
  /** The query, beside page and format. */
  query(asked: Asked): Record<string, string | undefined>;
  /** The form of its file, for those that have one; `both`: a CSV, or with `--pdf` a PDF. */
  file?: 'csv' | 'pdf' | 'both';
  /** Where its pages have their records, for those with pages. */
  records?: 'data' | 'clients';
}

/** A report of a month, with a CSV. */
const ofMonth = (name: string, description: string, path: ReportPath, query: Report['query']): Report => ({
  ...{ name, description, path, query },
  required: ['month'],
  file: 'csv',
});

const journal = (name: string, description: string, role: Role): Report => ({
  ...ofMonth(name, description, '/api/v1/reports/journal', ({ month }) => ({ role, period: month })),
  records: 'data',
});

const roleOf = ({ role, partner }: Asked): Role | undefined =>
  partner === undefined ? role : partner.of === 'client' ? 'sale' : 'purchase';

export const REPORTS: readonly Report[] = [
  journal('sales-journal', 'The sales of a month, with their VAT.', 'sale'),
  journal('purchase-journal', 'The purchases of a month, with their VAT.', 'purchase'),
  ofMonth('vat', 'The VAT of a month, in rows of the VAT return (D300).', '/api/v1/reports/vat', ({ month = '' }) => ({
    ...{ year: month.slice(0, 4), month: month.slice(5) },
  })),
  ...(['d390', 'd394'] as const).map(form =>
    ofMonth(form, `What the form ${form.slice(1)} of a month has, by partner.`, '/api/v1/reports/declarations', ({ month }) => ({
      ...{ form, period: month },
    })),
  ),
  {
    ...{ name: 'ledger', description: 'Accounts of all clients or suppliers, or the movements of one.' },
    path: '/api/v1/reports/ledger',
    optional: ['from', 'to', 'role', 'client', 'supplier'],
    query: asked => ({ role: roleOf(asked), partnerKey: asked.partner?.id, from: asked.from, to: asked.to }),
    ...{ file: 'csv', records: 'data' },
  },
  {
    ...{ name: 'balance', description: 'What clients owe at the end of a day, or suppliers are owed.' },
    path: '/api/v1/reports/balance',
    optional: ['date', 'role'],
    query: ({ role, date }) => ({ role, date }),
    ...{ file: 'csv', records: 'clients' },
  },
  {
    ...{
      name: 'statement',
      description: 'What is open of one client or supplier at the end of a day; --pdf for a balance confirmation.',
    },
    path: '/api/v1/reports/statement',
    optional: ['client', 'supplier', 'date'],
    query: ({ partner, date }) => ({ ...(partner && { [`${partner.of}Id`]: partner.id }), date }),
    file: 'pdf',
  },
  {
    ...ofMonth(
      'exchange-differences',
      'The exchange differences of a month.',
      '/api/v1/reports/exchange-differences',
      ({ month }) => ({
        period: month,
      }),
    ),
    records: 'data',
  },
  {
    ...{
      name: 'control-file',
      description: 'Every number of a series in a period, and what happened to it, for an inspection; as CSV, or --pdf.',
    },
    path: '/api/v1/reports/control-file',
    required: ['series'],
    optional: ['from', 'to'],
    query: ({ series, from, to }) => ({ seriesId: series, from, to }),
    file: 'both',
  },
  {
    ...{ name: 'series-decision', description: 'The series of a year and their first numbers; --pdf for the decision to sign.' },
    path: '/api/v1/reports/series-decision',
    optional: ['year'],
    query: ({ year }) => ({ year }),
    file: 'pdf',
  },
  {
    ...ofMonth(
      'cash-journal',
      'The cash register of a month, by day; as CSV, or --pdf.',
      '/api/v1/reports/cash-journal',
      ({ month }) => ({
        period: month,
      }),
    ),
    ...{ file: 'both', records: 'data' },
  },
  {
    ...{ name: 'sales', description: 'Sales of a period: totals, months, clients, products; as JSON.' },
    path: '/api/v1/reports/sales',
    required: ['from', 'to'],
    query: ({ from, to }) => ({ dateFrom: from, dateTo: to }),
  },
];
