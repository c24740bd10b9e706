import { expect, it } from 'vitest';
import { boundedProposals, type Sizes } from '#shared/model/bank/bound.ts';
import { documentOf, entryOf, matchOne, ALFA_IBAN } from './match.ts';

/** How many proposals an answer has (BNK-12). */

const documents = Array.from({ length: 40 }, (_, place) => documentOf(`m-${100 + place}`, { cents: 100 }));
// Three runs of 20 documents, and no other proposal.
const line = matchOne(entryOf({ iban: ALFA_IBAN, cents: 2000 }), { documents });

/** A line takes 100 bytes, and a proposal 10 for each document and 100 more. */
const sizes: Sizes = { line: () => 100, proposal: (_, { shares }) => 100 + shares.length * 10 };
const linesOf = (count: number) => Array.from({ length: count }, () => line);

it('has all proposals while they fit', () => {
  expect(line.proposals.map(({ shares }) => shares.length)).toEqual([20, 20, 20]);
  expect(boundedProposals(linesOf(3), sizes, 3000)).toEqual(linesOf(3));
  expect(boundedProposals([], sizes)).toEqual([]);
});

it('leaves the last ones of all lines out until they fit', () => {
  for (const [room, left] of [
    [2999, 2],
    [2100, 2],
    [2099, 1],
    [1200, 1],
  ] as const) {
    const bounded = boundedProposals(linesOf(3), sizes, room);
    expect(new Set(bounded?.map(({ proposals }) => proposals.length))).toEqual(new Set([left]));
    expect(bounded?.[0]?.proposals[0]).toBe(line.proposals[0]);
  }
});

it('has none when the best ones do not fit, or the lines by themselves', () => {
  expect(boundedProposals(linesOf(3), sizes, 1199)).toBeUndefined();
  expect(boundedProposals([{ ...line, proposals: [] }], sizes, 100)).toHaveLength(1);
  expect(boundedProposals([{ ...line, proposals: [] }], sizes, 99)).toBeUndefined();
});
