import type { BankEntry } from './entry.ts';
import type { Matched, Proposal } from './proposals.ts';

/**
 * The most bytes of the lines of an answer. Lambda returns at most 6 MB (6,291,556 bytes), with the quotes of the answer escaped; what is left is
 * for at most 100 statements of less than 3 KB each, and for headers.
 */
export const MOST_BYTES = 5_900_000;

/** How many bytes of an answer parts of a line take. */
export interface Sizes {
  /** Without its proposals. */
  line(matched: Matched): number;
  proposal(entry: BankEntry, proposal: Proposal): number;
}

/**
 * The lines with as many proposals of each as fit into an answer, the best ones first; undefined when the best ones alone do not fit. Nothing is
 * measured any more once that is known. Pure.
 */
export function boundedProposals(matched: readonly Matched[], sizes: Sizes, room = MOST_BYTES): Matched[] | undefined {
  const most = Math.max(1, ...matched.map(({ proposals }) => proposals.length));
  let left = room;
  for (const line of matched) left -= sizes.line(line);
  let count = 0;
  while (left >= 0 && count < most) {
    for (const { entry, proposals } of matched) {
      const proposal = proposals[count];
      if (proposal && left >= 0) left -= sizes.proposal(entry, proposal);
    }
    if (left >= 0) count += 1;
  }
  return count === 0 ? undefined : matched.map(line => ({ ...line, proposals: line.proposals.slice(0, count) }));
}
