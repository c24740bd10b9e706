import type { Origin } from './assertions.ts';

/** A part of a rule that a release may change. */
export type Part = 'severity' | 'test' | 'text';

/** How the rules of a release differ from those that ours were written from, by rule id. */
export interface Difference {
  added: string[];
  removed: string[];
  changed: { id: string; parts: Part[] }[];
}

/**
 * Compares two sets of rules; the ids in the result are sorted.
 *
 * @param ours the origins of our rules @param theirs the origins in the release
 */
export function differenceOf(ours: Readonly<Record<string, Origin>>, theirs: Readonly<Record<string, Origin>>): Difference {
  const sorted = (ids: string[]): string[] => ids.toSorted();
  return {
    added: sorted(Object.keys(theirs).filter(id => !Object.hasOwn(ours, id))),
    removed: sorted(Object.keys(ours).filter(id => !Object.hasOwn(theirs, id))),
    changed: sorted(Object.keys(theirs)).flatMap(id => {
      const [before, after] = [Object.hasOwn(ours, id) ? ours[id] : undefined, theirs[id]];
      const parts = before && after ? PARTS.filter((_, place) => before[place] !== after[place]) : [];
      return parts.length > 0 ? [{ id, parts }] : [];
    }),
  };
}

/** In the order of `Origin`. */
const PARTS: readonly Part[] = ['severity', 'test', 'text'];

export const isNone = ({ added, removed, changed }: Difference): boolean => added.length + removed.length + changed.length === 0;
