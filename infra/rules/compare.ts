import type { Origin } from './assertions.ts';

/** What of a rule reads otherwise in a release. */
export type Part = 'severity' | 'test' | 'text';

/** The rules of a release beside those that ours were written from, by id. */
export interface Difference {
  added: string[];
  removed: string[];
  changed: { id: string; parts: Part[] }[];
}

/**
 * Pure. Ids in the order of the alphabet.
 *
 * @param ours what our rules were written from @param theirs what the release has
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
