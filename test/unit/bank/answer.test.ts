import { expect, it } from 'vitest';
import { readCamt } from '#shared/documents/bank-statements/camt.ts';
import { presentProposed, sizes } from '#shared/documents/bank-statements/present.ts';
import { boundedProposals, MOST_BYTES } from '#shared/model/bank/bound.ts';
import { type Known, matchEntries } from '#shared/model/bank/proposals.ts';
import { camtOf } from '../../support/bank/camt.ts';
import { ALFA, documentOf, paymentOf } from './match.ts';

/** The size of an answer (BNK-12, BNK-19): what a Lambda function returns has at most 6,291,556 bytes, with the answer as text in it. */

const MOST_RETURNED = 6_291_556;
/** What a text of the file takes most of: two bytes in JSON, four in the text of a Lambda function. */
const QUOTES = '"'.repeat(100_000);

interface Worst {
  count: number;
  /** What is open, in cents, on each document; the amount of a line is that of 20 documents. */
  cents: number;
  text?: string;
  known?: Partial<Known>;
}

/** A file in which one reference and one text are those of all transfers, and books in which each pays 20 documents. */
function answered({ count, cents, text = '', known = {} }: Worst) {
  const transfers = `<TxDtls><Amt Ccy="RON">${cents / 5}.00</Amt></TxDtls>`.repeat(count);
  const xml = camtOf([{ amount: `${(count * cents) / 5}.00`, details: transfers, reference: QUOTES }]).replace(
    '</Ntry>',
    `<AddtlNtryInf>${text}${QUOTES}</AddtlNtryInf></Ntry>`,
  );
  const { messageType, statements } = readCamt(xml);
  const [statement] = statements;
  const name = '"'.repeat(255);
  const documents = Array.from({ length: 40 }, (_, place) =>
    documentOf(`01985f3e-0000-7000-8000-${String(place).padStart(12, '0')}`, { number: `${'"'.repeat(40)}${place}`, cents }),
  );
  const matched = matchEntries(statement?.entries ?? [], {
    ...{ documents, partners: [{ ...ALFA, id: documents[0]?.id ?? null, name }], payments: [], ...known },
  });
  const bounded = boundedProposals(matched, sizes);
  if (!statement || !bounded) return { matched, bounded, bytes: 0 };
  const answer = presentProposed({ messageType, statements: [{ ...statement, isOwnAccount: true, entries: bounded }] });
  return { matched, bounded, bytes: Buffer.byteLength(JSON.stringify({ statusCode: 200, body: JSON.stringify(answer) })) };
}

it('has fewer proposals when the longest texts take more of it', () => {
  const { matched, bounded, bytes } = answered({ count: 120, cents: 100, text: 'CUI 14399840, ' });
  expect(matched.map(({ proposals }) => proposals.length)).toEqual(Array(120).fill(3));
  expect(matched[0]?.proposals[0]?.shares).toHaveLength(20);
  expect(new Set(bounded?.map(({ proposals }) => proposals.length))).toEqual(new Set([1]));
  expect(bytes).toBeGreaterThan(MOST_BYTES / 2);
  expect(bytes).toBeLessThan(MOST_RETURNED);
});

it('has 500 lines of the longest texts, and is refused when the best proposals do not fit', () => {
  const lines = answered({ count: 500, cents: 100, known: { documents: [] } });
  expect(lines.bounded).toHaveLength(500);
  expect(lines.bytes).toBeLessThan(MOST_RETURNED);
  expect(answered({ count: 500, cents: 100, text: 'CUI 14399840, ' }).bounded).toBeUndefined();
});

it('counts what is returned', () => {
  for (const count of [1, 100]) {
    const { bounded, bytes } = answered({ count, cents: 100, text: 'CUI 14399840, ' });
    const parts = (bounded ?? []).flatMap(line => [
      sizes.line(line),
      ...line.proposals.map(one => sizes.proposal(line.entry, one)),
    ]);
    const sum = parts.reduce((all, part) => all + part, 0);
    // Beside the lines there is a statement.
    expect(sum).toBeGreaterThan(bytes - 3000);
    expect(sum).toBeLessThan(bytes + 10 * parts.length);
  }
});

it('names at most 100 payments of a line that was booked', () => {
  const reference = `${QUOTES.slice(0, 123)}~`;
  const [, own = ''] =
    /("{123}~[0-9a-f]{16})/.exec(answered({ count: 2, cents: 100 }).matched[0]?.entry.bankReference ?? '') ?? [];
  expect(own.startsWith(reference)).toBe(true);
  const payments = Array.from({ length: 20_000 }, (_, place) =>
    paymentOf(`01985f3e-0000-7000-8000-${String(place).padStart(12, '0')}`, { reference: own }),
  );
  const { matched, bounded, bytes } = answered({ count: 2, cents: 100, known: { payments } });
  expect(matched.map(({ status }) => status)).toContain('already_recorded');
  expect(matched[0]?.recorded?.payments).toHaveLength(20_000);
  expect(bounded).toHaveLength(2);
  expect(bytes).toBeLessThan(150_000);
});
