import { expect, it } from 'vitest';
import type { BankPartner, KnownPayment, OpenDocument } from '#shared/model/bank/entry.ts';
import { Numbers } from '#shared/model/bank/numbers.ts';
import { matchEntries } from '#shared/model/bank/proposals.ts';
import { ALFA_IBAN, documentOf, entryOf, matchOne, paymentOf, shown } from './match.ts';

/** What the texts and the lines of a file cost: a text by its length, and lines not by all that is open, known and paid (BNK-12, BNK-20). */

const seconds = (run: () => void): number => {
  const before = process.cpuUsage();
  run();
  return process.cpuUsage(before).user / 1e6;
};

it.each<[what: string, text: string]>([
  ['letters and digits', 'A1'.repeat(50_000)],
  ['single digits', '1 '.repeat(50_000)],
  ['single letters', 'A '.repeat(50_000)],
  ['zeros', '00 0 '.repeat(20_000)],
  ['zeros before single digits', `00 ${'0 '.repeat(25_000)}${'1 '.repeat(25_000)}`],
  ['pairs of digits', '1 2, '.repeat(20_000)],
  ['words for a number', 'NR. '.repeat(25_000)],
  ['a list', `FCT 001${', 002'.repeat(20_000)}`],
  ['digits behind a word', `factura 100${', 100'.repeat(20_000)}`],
  ['one long piece', '1'.repeat(100_000)],
])('reads 100,000 characters in time that grows with them: %s', (_, text) => {
  const numbers = new Numbers(
    Array.from({ length: 2000 }, (_one, place) => ({ id: `d${place}`, number: `S${place}X-100`, issueDate: null })),
  );
  expect(seconds(() => numbers.in(text))).toBeLessThan(4);
});

/** Counts how often a field of a record is read. */
function counted<T extends object>(record: T, field: keyof T, count: { reads: number }): T {
  const value = record[field];
  return Object.defineProperty({ ...record }, field, {
    enumerable: true,
    get: () => {
      count.reads += 1;
      return value;
    },
  });
}

it('does not look at each document, partner and payment for each line', () => {
  const count = { reads: 0 };
  const partners = Array.from({ length: 400 }, (_, place): BankPartner => ({
    ...{ key: `sale:${place}`, role: 'sale', id: `${place}`, name: `Client ${place}`, taxCode: null },
    iban: `RO09BCYP${place}`,
  }));
  const documents = Array.from({ length: 1000 }, (_, place): OpenDocument =>
    counted(documentOf(`fct-${1000 + place}`, { partnerKey: `sale:${place % 400}`, cents: 1000 + place }), 'cents', count),
  );
  const payments = Array.from({ length: 1000 }, (_, place): KnownPayment =>
    counted(paymentOf(`p${place}`, { cents: 5000 + place, documents: [] }), 'cents', count),
  );
  const lines = Array.from({ length: 200 }, (_, place) =>
    entryOf({ text: `FCT-${1000 + place}`, iban: `RO09BCYP${place}`, name: `CLIENT ${place}`, cents: 1000 + place }),
  );
  const matched = matchEntries(lines, { documents, partners, payments });
  expect(new Set(matched.map(({ proposals: [best] }) => best?.confidence))).toEqual(new Set(['high']));
  // A few for each document and payment, and some for what a line is compared with.
  expect(count.reads).toBeLessThan(2000 * 10 + 200 * 50);
});

it('names no more than 1,000 documents by one number, and knows no more than 100 partners by one account', () => {
  const documents = Array.from({ length: 1500 }, (_, place) => documentOf(`d${place}`, { number: '12345', cents: 100 }));
  expect(new Numbers(documents).in('12345').size).toBe(1500);
  expect(new Numbers(documents).in('12345', 1000).size).toBe(1000);
  expect(matchOne(entryOf({ text: '12345', cents: 7 }), { documents }).proposals).toHaveLength(1);
  const partners = Array.from({ length: 150 }, (_, place): BankPartner => ({
    ...{ key: `sale:${1000 + place}`, role: 'sale', id: `${1000 + place}`, name: null, taxCode: null, iban: ALFA_IBAN },
  }));
  const owed = partners.map(({ id, key }) => documentOf(`owed-${id}`, { partnerKey: key }));
  const found = (last: string) =>
    shown(matchOne(entryOf({ iban: ALFA_IBAN }), { partners, documents: owed.filter(({ id }) => id === last) }));
  expect(found('owed-1099')[0]).toBe('high; owed-1099=11900; amount_equals_balance iban_known');
  expect(found('owed-1100')).not.toContain('high; owed-1100=11900; amount_equals_balance iban_known');
});
