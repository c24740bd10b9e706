import { expect, it } from 'vitest';
import { boundedProposals, MOST_SHARES } from '#shared/model/bank/bound.ts';
import { documentOf, entryOf, matchOne, ALFA_IBAN } from './match.ts';

/** How many proposals an answer has (BNK-12). */

const documents = Array.from({ length: 40 }, (_, place) => documentOf(`m-${100 + place}`, { cents: 100 }));
// Three runs of 20 documents, and no other proposal.
const line = matchOne(entryOf({ iban: ALFA_IBAN, cents: 2000 }), { documents });

it('has all proposals while they fit', () => {
  expect(line.proposals.map(({ shares }) => shares.length)).toEqual([20, 20, 20]);
  const lines = Array.from({ length: MOST_SHARES / 20 / 3 - 1 }, () => line);
  expect(boundedProposals(lines)).toEqual(lines);
  expect(boundedProposals([])).toEqual([]);
});

it('leaves the last ones of all lines out until they fit', () => {
  for (const [count, left] of [
    [117, 2],
    [175, 2],
    [176, 1],
    [350, 1],
  ] as const) {
    const bounded = boundedProposals(Array.from({ length: count }, () => line));
    expect(new Set(bounded?.map(({ proposals }) => proposals.length))).toEqual(new Set([left]));
    expect(bounded?.[0]?.proposals[0]).toBe(line.proposals[0]);
  }
});

it('has none when the best ones do not fit', () => {
  expect(boundedProposals(Array.from({ length: 351 }, () => line))).toBeUndefined();
});
