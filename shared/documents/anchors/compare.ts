import { type Anchor, anchorDigest, type SeriesHead } from './anchor.ts';

/** Compares what is stored with what anchors say. The results are findings, one sentence each; empty when everything matches. Pure. */

/**
 * Findings about the anchors themselves: each is what was stored, and so is the one that it follows. That is mostly the one of the day
 * before; where a message came late, two may follow the same one.
 *
 * @param anchors newest first, all between the first and the last
 */
export function anchorProblems(company: string, anchors: readonly Anchor[]): string[] {
  const digests = new Map(anchors.map(({ day, digest }) => [day, digest]));
  const oldest = anchors.at(-1)?.day ?? '';
  return anchors.flatMap(anchor => {
    const { day, previous } = anchor;
    const isWhole = anchor.digest === anchorDigest(anchor) && anchor.companyId === company;
    const follows = !previous || previous.day < oldest || digests.get(previous.day) === previous.digest;
    return [
      ...(isWhole ? [] : [`The anchor of ${day} is not what the service stored.`]),
      ...(follows ? [] : [`The anchor of ${day} does not follow the one of ${previous.day}.`]),
    ];
  });
}

/** The heads of a series in anchors: each number and hash once, with the newest anchor that has it. */
export function headsOf(seriesId: string, anchors: readonly Anchor[]): (SeriesHead & { day: string })[] {
  const heads = anchors.flatMap(({ day, series }) => series.filter(({ id }) => id === seriesId).map(head => ({ ...head, day })));
  return [...new Map(heads.toReversed().map(head => [`${head.sequence} ${head.hash}`, head])).values()];
}

/** Findings about the numbers of a series. @param hashes those that numbers have in the register now */
export function seriesProblems(
  seriesId: string,
  anchors: readonly Anchor[],
  hashes: ReadonlyMap<number, string>,
): { sequence: number; message: string }[] {
  const lost = headsOf(seriesId, anchors).filter(({ sequence, hash }) => hashes.get(sequence) !== hash);
  const recorded = anchors[0]?.contradictions.filter(one => one.seriesId === seriesId) ?? [];
  return [
    ...lost.map(({ sequence, day }) => ({
      sequence,
      message: `The anchor of ${day} has another hash for the number: the series up to it was rewritten since.`,
    })),
    ...recorded.map(({ sequence, anchored, found }) => ({
      sequence,
      message: `On ${found} the number did not have the hash that the anchor of ${anchored} has: the series was rewritten.`,
    })),
  ];
}

/**
 * Findings about the timeline of a document: the entry that was its last one in an anchor must still be one of its entries.
 *
 * @param hashes of all entries that the timeline has now
 */
export function timelineProblems(id: string, hashes: readonly string[], anchors: readonly Anchor[]): string[] {
  return anchors
    .filter(({ documents }) => documents.some(head => head.id === id && !hashes.includes(head.hash)))
    .map(({ day }) => `The timeline does not continue the one of the anchor of ${day}: it was rewritten since.`);
}
