/** Which numbers of a series belong to a period. Pure. */

/** Days `YYYY-MM-DD`, both included. */
export interface Days {
  from: string;
  to: string;
}

/** A number of a series, in the order of the series. */
export interface DatedNumber {
  /** The date of issue of its document; null when nothing says it any more. */
  day: string | null;
  /** The day on which the document was deleted. */
  deletedOn?: string | undefined;
}

/**
 * The numbers of a period, from the first to the last that has a date in it, also those between them that have another date: a register leaves
 * out no number. What has no date belongs to the next number that has one; at the end of the series, to the day on which it was deleted, or
 * to every period.
 *
 * @param next the date of the first number after them; null when there is none
 * @returns the places of the first and the last; undefined when there is none
 */
export function placesIn(numbers: readonly DatedNumber[], { from, to }: Days, next: string | null): [number, number] | undefined {
  let after = next;
  const days = numbers.toReversed().map(({ day, deletedOn }) => {
    after = day ?? after;
    return after ?? deletedOn ?? from;
  });
  days.reverse();
  const isIn = (day: string): boolean => day >= from && day <= to;
  const first = days.findIndex(isIn);
  return first < 0 ? undefined : [first, days.findLastIndex(isIn)];
}

/** A number of a document that exists. */
export interface ListedNumber {
  id: string;
  sequence: number;
  day: string;
}

/** The part of a series that can have numbers of a period. */
export interface Stretch {
  from: number;
  /** Undefined: the end of the series. */
  to: number | undefined;
  /** The date of the number after it; null when there is none. */
  next: string | null;
}

/**
 * The numbers that may belong to a period: those that have a date in it, and around them all up to the next document of another date. For
 * a period without documents, those between its neighbours.
 *
 * @param listed the documents of the series, in any order
 */
export function stretchOf(listed: readonly ListedNumber[], { from, to }: Days): Stretch {
  const sorted = listed.toSorted((a, b) => a.sequence - b.sequence);
  const within = sorted.filter(({ day }) => day >= from && day <= to);
  const first = within[0]?.sequence;
  const before = sorted.findLast(({ sequence, day }) => (first === undefined ? day < from : sequence < first));
  const last = within.at(-1)?.sequence ?? before?.sequence ?? 0;
  const after = sorted.find(({ sequence }) => sequence > last);
  return {
    from: (before?.sequence ?? 0) + 1,
    to: after && after.sequence - 1,
    next: after?.day ?? null,
  };
}
