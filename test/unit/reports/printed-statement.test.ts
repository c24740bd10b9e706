import { describe, expect, it } from 'vitest';
import type { Company } from '#shared/model/company.ts';
import { printedStatement } from '#shared/documents/reports/statement/print.ts';
import type { Statement } from '#shared/documents/reports/statement/read.ts';

/** The content of the PDF of a statement of account (REP-55). */

const COMPANY = {
  ...{ name: 'Atelier SRL', cif: '40123452', vatCode: 'RO40123452', vatPayer: true, registrationNumber: 'J40/1/2019' },
  ...{ address: 'Str. Lungă 1', city: 'Iași', state: 'Iași', country: 'RO', phone: null, email: null },
  ...{ bankName: 'Banca', bankAccount: 'RO49AAAA1B31007593840000' },
} as Company;

const document = (number: string, open: string, currency = 'RON'): Statement['documents'][number] => ({
  ...{ documentId: number, number, issueDate: '2026-10-01', dueDate: null, currency, total: open, settled: '0.00', open },
});

const statement = (changes: Partial<Statement> = {}): Statement => ({
  ...{ of: 'client', day: '2026-11-29', language: 'ro' },
  partner: {
    ...{
      id: 'p',
      name: 'Țesătoria SRL',
      registrationNumber: null,
      address: 'Calea Moților 8',
      city: 'Cluj-Napoca',
      county: 'Cluj',
    },
    ...{ postalCode: '400001', country: 'RO', email: null, taxNumber: 'RO18547290', isPerson: false },
  },
  documents: [document('FCT-1', '1234.50'), document('FCT-2', '100.00')],
  balances: [{ currency: 'RON', open: '1334.50', overdue: '0.00' }],
  ...changes,
});

const balances = (changes: Partial<Statement>): unknown[] =>
  printedStatement(statement(changes), COMPANY).dates.map(({ label, text }) => `${label} ${text}`);
const balance = (open: string) => [{ currency: 'RON', open, overdue: '0.00' }];

describe('A printed statement', () => {
  it.each<[what: string, changes: Partial<Statement>, shown: string]>([
    ['what a client owes', {}, 'Sold debitor 1.334,50 RON'],
    ['what a client is owed back', { balances: balance('-50.00') }, 'Sold creditor 50,00 RON'],
    ['what a supplier is owed', { of: 'supplier' }, 'Sold creditor 1.334,50 RON'],
    ['what a supplier owes back', { of: 'supplier', balances: balance('-50.00') }, 'Sold debitor 50,00 RON'],
    ['in English', { language: 'en' }, 'Owed to us 1,334.50 RON'],
    ['that nothing is open', { documents: [], balances: [] }, 'Sold 0,00 RON'],
  ])('says %s', (_what, changes, shown) => {
    expect(balances(changes)).toEqual([shown]);
  });

  it('carries the open amount from page to page, in one currency', () => {
    const { lines } = printedStatement(statement(), COMPANY);
    expect(lines.columns.map(({ label }) => label)).toEqual(['Nr.', 'Document', 'Data', 'Scadența', 'Total', 'Decontat', 'Sold']);
    expect(lines.carried?.sums).toEqual([
      ['', '', '', '', '', '', '1.234,50'],
      ['', '', '', '', '', '', '1.334,50'],
    ]);
  });

  it('names the currency of each document where there are several, and adds none of them up', () => {
    const { lines, dates } = printedStatement(
      statement({
        documents: [document('FCT-1', '10.00'), document('FCT-2', '20.00', 'EUR')],
        balances: [...balance('10.00'), { currency: 'EUR', open: '20.00', overdue: '0.00' }],
      }),
      COMPANY,
    );
    expect(lines.columns.at(-1)?.label).toBe('Moneda');
    expect(lines.rows.map(cells => cells.at(-1)?.text)).toEqual(['RON', 'EUR']);
    expect([lines.carried, dates.map(({ text }) => text)]).toEqual([null, ['10,00 RON', '20,00 EUR']]);
  });

  it('has the account of the company for clients alone, and where the configuration shows it', () => {
    const accountOf = (...args: Parameters<typeof printedStatement>) => printedStatement(...args).payment?.fields[0]?.text;
    expect(accountOf(statement(), COMPANY)).toBe('RO49 AAAA 1B31 0075 9384 0000');
    expect(accountOf(statement(), COMPANY, { showBankInfo: false })).toBeUndefined();
    expect(accountOf(statement({ of: 'supplier' }), COMPANY)).toBeUndefined();
  });
});
