import type { Matched } from './proposals.ts';

/** An answer has at most 6 MB (Lambda). A document of a proposal takes about 520 bytes of it, and the lines themselves as much as the file. */
export const MOST_SHARES = 7000;

const sharesOf = (matched: readonly Matched[]): number =>
  matched.reduce((sum, { proposals }) => sum + proposals.reduce((all, { shares }) => all + shares.length, 0), 0);

/**
 * The lines with as many proposals of each as fit into an answer, the best ones first; undefined when the best ones alone do not fit. Pure.
 */
export function boundedProposals(matched: readonly Matched[]): Matched[] | undefined {
  let bounded = [...matched];
  let most = Math.max(1, ...matched.map(({ proposals }) => proposals.length));
  while (sharesOf(bounded) > MOST_SHARES) {
    most -= 1;
    if (most === 0) return undefined;
    bounded = bounded.map(line => ({ ...line, proposals: line.proposals.slice(0, most) }));
  }
  return bounded;
}
