import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BankEntry, KnownPayment, OpenDocument } from '#shared/model/bank/entry.ts';
import { matchEntries, type Matched } from '#shared/model/bank/proposals.ts';
import { ALFA, ALFA_IBAN, BETA, BETA_IBAN, documentOf, entryOf, GAMA, paymentOf } from './match.ts';

/** What holds for the proposals of any lines (BNK-12 to BNK-16). */

const PARTNERS = [ALFA, BETA, GAMA];
const cents = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constantFrom(100, 200, 300, 5000));

const documents = fc
  .array(
    fc.record({ cents, partner: fc.constantFrom(...PARTNERS), refund: fc.boolean(), day: fc.integer({ min: 10, max: 28 }) }),
    { maxLength: 30 },
  )
  .map(all =>
    all.map(({ partner, refund, day, ...rest }, place) =>
      documentOf(`fct-${place + 100}`, {
        ...{ ...rest, role: partner.role, partnerKey: partner.key, issueDate: `2026-10-${day}` },
        what: refund ? 'refund' : 'balance',
      }),
    ),
  );

const text = fc.array(fc.constantFrom('FCT 100', 'FCT101', 'fct-102,103', 'factura 104', 'avans', 'CUI 14399840', '2026'), {
  maxLength: 3,
});
const entries = fc
  .array(
    fc.record({
      cents,
      flow: fc.constantFrom('in' as const, 'out' as const),
      text: text.map(words => words.join(' ')),
      iban: fc.constantFrom(undefined, ALFA_IBAN, BETA_IBAN),
      name: fc.constantFrom(undefined, 'ALFA TRANS', 'Gama Serv SRL', 'X'),
      bookingDate: fc.constantFrom('2026-11-10', '2026-11-11', '2026-11-12'),
      isReversal: fc.constantFrom(false, false, false, true),
    }),
    { maxLength: 12 },
  )
  .map(all =>
    all.map(({ iban, name, ...fields }, place) =>
      entryOf({
        ...fields,
        bankReference: `BT${place}`,
        ...(iban !== undefined && { iban }),
        ...(name !== undefined && { name }),
      }),
    ),
  );
const payments = fc
  .array(
    fc.record({ cents, partnerKey: fc.constantFrom(ALFA.key, BETA.key), reference: fc.constantFrom(null, 'BT0', 'BT3', 'OP 1') }),
    { maxLength: 8 },
  )
  .map(all =>
    all.map((fields, place) =>
      paymentOf(`p${place}`, { ...fields, documents: [{ id: `fct-${place + 95}`, number: `FCT-${place + 95}` }] }),
    ),
  );

const world = fc.record({ documents, entries, payments });

/** What was found, in the order of the references. */
const byReference = (matched: readonly Matched[]): Matched[] =>
  matched.toSorted((a, b) => (a.entry.bankReference < b.entry.bankReference ? -1 : 1));

it('never proposes more than was paid, nor more than is open, nor what the money does not settle', () => {
  fc.assert(
    fc.property(world, found => {
      const open = new Map(found.documents.map(one => [one.id, one]));
      for (const { entry, status, proposals } of matchEntries(found.entries, { ...found, partners: PARTNERS })) {
        expect(proposals.length).toBeLessThanOrEqual(5);
        if (['already_recorded', 'reversal', 'no_match'].includes(status)) expect(proposals).toEqual([]);
        for (const { shares, over } of proposals) {
          expect(shares.length).toBeLessThanOrEqual(20);
          expect(new Set(shares.map(({ document }) => document.id)).size).toBe(shares.length);
          expect(over).toBeGreaterThanOrEqual(0);
          expect(shares.reduce((sum, share) => sum + share.cents, over)).toBe(entry.cents);
          for (const { document, cents: taken } of shares) {
            expect(taken).toBeGreaterThan(0);
            expect(taken).toBeLessThanOrEqual(open.get(document.id)?.cents ?? 0);
            expect(document.currency).toBe(entry.currency);
            const isIn = (document.role === 'sale') === (document.what === 'balance');
            expect(isIn ? 'in' : 'out').toBe(entry.flow);
          }
        }
      }
    }),
    { numRuns: 300 },
  );
});

it('never takes more of a document by the only proposals of high confidence of a file than is open', () => {
  fc.assert(
    fc.property(world, found => {
      const taken = new Map<string, number>();
      for (const { proposals } of matchEntries(found.entries, { ...found, partners: PARTNERS })) {
        const [best, next] = proposals;
        if (best?.confidence !== 'high' || next?.confidence === 'high') continue;
        for (const { document, cents: part } of best.shares) taken.set(document.id, (taken.get(document.id) ?? 0) + part);
      }
      for (const document of found.documents) expect(taken.get(document.id) ?? 0).toBeLessThanOrEqual(document.cents);
    }),
    { numRuns: 300 },
  );
});

it('proposes the same in whatever order lines, documents, partners and payments come', () => {
  const shuffled = <T>(all: readonly T[], seed: number): T[] =>
    all
      .map((one, place) => [((place + 1) * (seed + 7919)) % 104_729, one] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, one]) => one);
  fc.assert(
    fc.property(world, fc.integer({ min: 1, max: 10_000 }), (found, seed) => {
      const {
        documents: open,
        entries: lines,
        payments: paid,
      }: { documents: OpenDocument[]; entries: BankEntry[]; payments: KnownPayment[] } = found;
      const one = matchEntries(lines, { documents: open, partners: PARTNERS, payments: paid });
      const other = matchEntries(shuffled(lines, seed), {
        ...{ documents: shuffled(open, seed), partners: shuffled(PARTNERS, seed), payments: shuffled(paid, seed) },
      });
      expect(one.map(({ entry }) => entry)).toEqual(lines);
      expect(byReference(other)).toEqual(byReference(one));
    }),
    { numRuns: 300 },
  );
});

it('books nothing twice: a file whose best proposals were recorded proposes none of its lines again', () => {
  fc.assert(
    fc.property(world, found => {
      const first = matchEntries(found.entries, { ...found, partners: PARTNERS, payments: [] });
      const booked = first.filter(({ proposals: [best] }) => (best?.shares.length ?? 0) > 0);
      const recorded = booked.flatMap(({ entry, proposals: [best] }) =>
        (best?.shares ?? []).map(({ document, cents: part }, place) =>
          paymentOf(`${entry.bankReference}-${place}`, {
            ...{
              documents: [{ id: document.id, number: document.number }],
              partnerKey: document.partnerKey,
              role: document.role,
            },
            ...{ date: entry.bookingDate, flow: entry.flow, cents: part, reference: entry.bankReference },
          }),
        ),
      );
      const second = matchEntries(found.entries, { ...found, partners: PARTNERS, payments: recorded });
      const statuses = new Map(second.map(({ entry, status }) => [entry.bankReference, status]));
      for (const { entry } of booked) expect(statuses.get(entry.bankReference)).toBe('already_recorded');
    }),
    { numRuns: 300 },
  );
});
