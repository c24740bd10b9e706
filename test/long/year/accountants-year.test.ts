import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../../infra/catalogue.ts';
import type { BankTable } from '../../support/accountant/bank.ts';
import { linesOfDifferences, readDifferences } from '../../support/accountant/differences.ts';
import { yearOf } from '../../support/accountant/generator.ts';
import { handedOver, journalOfTables, rowsOfJournal, tablesOf, unbalanced } from '../../support/accountant/handed-over.ts';
import { expectedRows, expectedTotals, journalOf, linesOf, totalsOf } from '../../support/accountant/journal.ts';
import { type Books, keepBooks } from '../../support/accountant/law/books.ts';
import { linesOfAccounts, linesOfOpen, readAccounts, readOpen } from '../../support/accountant/ledger.ts';
import { changedAccounts, changedEntries, changedRows, mutationsOf } from '../../support/accountant/mutations.ts';
import { differencesOf } from '../../support/accountant/law/exchange-differences.ts';
import { accountsOf, movementsOf, openAt } from '../../support/accountant/law/ledger.ts';
import { unionSuppliesOf, vatReturnOf } from '../../support/accountant/law/vat-return.ts';
import { findCollected, type Offices, openOffices, playMonth, publishRates } from '../../support/accountant/play.ts';
import { COMPANIES, type SentMonth } from '../../support/accountant/sent.ts';
import { expectedStatement, partnersOf, readStatement } from '../../support/accountant/statement.ts';
import { linesOfReturn, readEntries, readReturn, readUnionSupplies } from '../../support/accountant/vat-return.ts';
import { sumsOfXml } from '../../support/accountant/xml-sums.ts';
import { ALL, seedOf } from '../../support/effort.ts';
import { type Service, startService } from '../../support/service.ts';

/**
 * A year of three invented companies: one is registered for VAT, one applies VAT on collection, one is not registered. Documents are drawn
 * by a seed, sent by HTTP, and partly validated by the authority, by which the companies receive each other's. What the reports show equals, to the
 * cent, what test/support/accountant/law calculates from what was sent, without the service's code and answers.
 */
const YEAR = 2026;
/** 3,000 in `npm run test:all`, or as many as the variable says; they take six minutes of processor time. */
const DOCUMENTS = Number(process.env['YEAR_DOCUMENTS'] ?? (ALL ? 3000 : 300));
/** On a busy machine. */
const MOST_MILLIS = 7_200_000;
/** Supplies of the year before, and what is entered in the next. */
const MONTHS = [
  ...[`${YEAR - 1}-11`, `${YEAR - 1}-12`],
  ...Array.from({ length: 12 }, (_, place) => `${YEAR}-${String(place + 1).padStart(2, '0')}`),
  ...[`${YEAR + 1}-01`, `${YEAR + 1}-02`],
];
const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);
const ROLES = ['sale', 'purchase'] as const;
const REPORTS = COMPANIES.flatMap(company => ROLES.map(role => ({ company, role })));

let service: Service;
let table: BankTable;
let months: SentMonth[];
let offices: Offices;
let books: Books;

beforeAll(async () => {
  const started = performance.now();
  service = await startService({ catalogue: await neededCatalogue() });
  table = await publishRates(service, YEAR);
  offices = await openOffices(service);
  months = yearOf({ seed: seedOf(36), documents: DOCUMENTS, year: YEAR, table });
  for (const month of months) await playMonth(service, offices, month);
  const sent = months.flatMap(({ documents, followers }) => [...documents, ...followers]);
  await findCollected(service, offices, sent);
  books = keepBooks(months, table);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${sent.length} documents, ${books.rows.length} rows of journals, in ${seconds} s`);
}, MOST_MILLIS);
afterAll(() => service?.stop());

/** Without what no report depends on: PDF files would take most of the time, and schedules a part of it. */
async function neededCatalogue() {
  const all = await loadCatalogue();
  const isNeeded = (name: string): boolean =>
    name !== 'workers-render-document' && (!name.startsWith('schedules-') || name === 'schedules-exchange-rates');
  return { ...all, background: all.background.filter(({ name }) => isNeeded(name)) };
}

describe.each(REPORTS)('the journal of $company, $role', ({ company, role }) => {
  it.each(MONTHS)('%s: each row, and the sums', async month => {
    const of = { company, role, month };
    const journal = await journalOf(service, offices[company], role, month);
    expect(linesOf(journal)).toEqual(expectedRows(books, offices, of));
    expect(totalsOf(journal)).toEqual(expectedTotals(books, of));
  });
});

describe.each(COMPANIES)('the neutral hand-over file of %s, read back', company => {
  it('gives the journals of all months, as reports and the accountant have them, to the cent', async () => {
    const period = { from: `${MONTHS[0]}-01`, to: lastDayOf(MONTHS.at(-1)!) };
    const { job, zip } = await handedOver(service, offices[company], { program: 'csv', period });
    expect(job).toMatchObject({ status: 'completed', damaged: 0 });
    const tables = tablesOf(zip);
    expect(unbalanced(tables)).toEqual([]);
    for (const role of ROLES)
      for (const month of MONTHS) {
        const rows = journalOfTables(tables, role, month);
        expect(rows, month).toEqual(rowsOfJournal(await journalOf(service, offices[company], role, month)));
        expect(linesOf({ data: rows } as Parameters<typeof linesOf>[0]), month).toEqual(
          expectedRows(books, offices, { company, role, month }),
        );
      }
  });
});

describe.each(COMPANIES)('the XML files of %s at the authority', company => {
  it('add up to the journal of sales of each month', async () => {
    const sums = await sumsOfXml(service, offices, { books, company, table });
    expect(sums.size).toBeGreaterThan(10);
    const shown = new Map<string, unknown>();
    for (const month of MONTHS) {
      const { totals, data } = await journalOf(service, offices[company], 'sale', month);
      const documents = data.filter(({ paymentId }) => paymentId === null).length;
      const cents = (name: 'baseLei' | 'vatLei'): number => Math.round(totals.reduce((sum, total) => sum + total[name], 0) * 100);
      if (documents > 0) shown.set(month, { documents, base: cents('baseLei'), vat: cents('vatLei') });
    }
    expect(shown).toEqual(new Map([...sums].toSorted(([a], [b]) => (a < b ? -1 : 1))));
  });
});

// N files no return.
describe.each(['V', 'T'] as const)('the returns of %s', company => {
  it.each(MONTHS.filter(month => month.startsWith(`${YEAR}-`)))('%s: form 300, and form 390', async month => {
    expect(await readReturn(service, offices[company], month)).toEqual(linesOfReturn(vatReturnOf(books, company, month)));
    const supplies = [...(await readUnionSupplies(service, offices[company], month))].toSorted();
    expect(supplies).toEqual([...unionSuppliesOf(books, company, month)].toSorted());
  });
});

describe.each(REPORTS)('the ledger of $company, $role', ({ company, role }) => {
  it.each(MONTHS.slice(0, -2))('%s: opening, debit, credit and closing of each partner', async month => {
    const [from, to] = [`${month}-01`, lastDayOf(month)];
    const shown = await readAccounts(service, offices[company], `role=${role}&from=${from}&to=${to}`);
    const expected = accountsOf(movementsOf(books, company, role), role, from, to);
    expect(linesOfAccounts(shown)).toEqual(linesOfAccounts(expected));
  });

  it.each(MONTHS.slice(4, -2))('what is open at the end of %s, by partner, age and currency', async month => {
    const day = lastDayOf(month);
    expect(await readOpen(service, offices[company], `role=${role}&date=${day}`)).toEqual(
      linesOfOpen(openAt(books, table, { company, role, day })),
    );
  });
});

describe.each(REPORTS)('the statements of account of $company, $role', ({ company, role }) => {
  it.each(['03', '06', '09', '12'])('at the end of the month %s: open documents and balances of each partner', async month => {
    const day = lastDayOf(`${YEAR}-${month}`);
    // What a company made out to itself in the name of a client is on no statement (REP-53).
    const open = openAt(books, table, { company, role, day }).filter(
      ({ document }) => role === 'sale' || document.issuer !== company,
    );
    const shown: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const [party, partner] of await partnersOf(service, offices[company], role)) {
      shown[party] = await readStatement(service, offices[company], partner, day);
      expected[party] = expectedStatement(
        offices[company],
        open.filter(one => one.partner === party),
      );
    }
    expect(shown).toEqual(expected);
    // No partner is missing that something is open of.
    expect(Object.keys(shown)).toEqual(expect.arrayContaining(open.map(({ partner }) => partner)));
  });
});

describe.each(COMPANIES)('the exchange differences of %s', company => {
  it.each(MONTHS.filter(month => month.startsWith(`${YEAR}-`)))('%s: the sums by account and kind', async month => {
    const lastDay = lastDayOf(month);
    const isEnded = months.at(-1)!.lastDay > lastDay;
    const expected = differencesOf(books, table, { company, month, lastDay, isEnded });
    expect(await readDifferences(service, offices[company], month)).toEqual({
      ...{ totals: linesOfDifferences(expected), isRevalued: isEnded, leftOut: 0 },
    });
  });
});

it('the year has exchange differences of each sort', () => {
  const found = COMPANIES.flatMap(company =>
    MONTHS.slice(2, -2).flatMap(month => [
      ...differencesOf(books, table, { company, month, lastDay: lastDayOf(month), isEnded: true }).keys(),
    ]),
  );
  const sorts = ['665 payment', '765 payment', '665 revaluation', '765 revaluation'];
  expect(found).toEqual(expect.arrayContaining(sorts));
  console.log(`${found.length} sums, ${found.filter(key => key.endsWith('credit')).length} of credits`);
});

describe('a change of one document changes exactly the rows that lead to it', () => {
  const lastDay = (): string => months.at(-1)!.lastDay;

  /** The rows of the journals of a company, its accounts, and the entries of its VAT returns. */
  async function readAll(company: (typeof COMPANIES)[number]) {
    const [rows, accounts, vat]: string[][] = [[], [], []];
    for (const role of ROLES) {
      for (const month of MONTHS)
        rows!.push(...linesOf(await journalOf(service, offices[company], role, month)).map(line => `${role} ${month} ${line}`));
      const query = `role=${role}&from=${MONTHS[0]}-01&to=${lastDay()}`;
      const lines = linesOfAccounts(await readAccounts(service, offices[company], query));
      accounts!.push(...lines.map(line => `${role} ${line}`));
    }
    if (company !== 'N') for (const month of MONTHS) vat!.push(...(await readEntries(service, offices[company], month)));
    return { rows: rows!, accounts: accounts!, vat: vat! };
  }

  it('by payments, credits, notes and cancellations', async () => {
    const last = new Map<string, Awaited<ReturnType<typeof readAll>>>();
    for (const company of COMPANIES) last.set(company, await readAll(company));
    const found: Record<string, object> = {};
    const expected: Record<string, object> = {};
    for (const { what, company, account, run } of mutationsOf(service, offices, books, lastDay())) {
      const rows = (await run()).toSorted();
      expected[what] = { rows, accounts: account === undefined ? [] : [account], ofOthers: [] };
      const [before, after] = [last.get(company)!, await readAll(company)];
      // Returns have documents in the months of their issue (REP-9): of what they change, only that they change no other document.
      const documents = rows.map(row => row.split(' ')[0]);
      found[what] = {
        rows: changedRows(before.rows, after.rows),
        accounts: changedAccounts(before.accounts, after.accounts),
        ofOthers: changedEntries(before.vat, after.vat).filter(id => !documents.includes(id)),
      };
      last.set(company, after);
    }
    expect(found).toEqual(expected);
    // No other company's reports are changed.
    for (const company of COMPANIES) expect(await readAll(company)).toEqual(last.get(company));
  });
});
