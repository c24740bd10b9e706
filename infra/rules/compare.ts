import type { Assertion } from './assertions.ts';

/** A part of a rule that a release may change. */
export type Part = 'severity' | 'test' | 'text';

/** How the rules of a release differ from ours, by rule id. */
export interface Difference {
  added: string[];
  removed: string[];
  changed: { id: string; parts: Part[] }[];
}

/** What is compared of the assertions that share an id: the severity, each context with its test, and each text. */
interface Wording {
  severity: Assertion['severity'];
  test: string;
  text: string;
}

/**
 * Compares the rules of a release with ours; the ids in the result are sorted.
 *
 * @param ours our rules, which state their severity; in words of their own, so tests and texts are compared with those of `before`
 * @param now the assertions of the release @param before those of the release that ours were written from; may be empty
 */
export function differenceOf(
  ours: readonly Pick<Assertion, 'id' | 'severity'>[],
  now: readonly Assertion[],
  before: readonly Assertion[],
): Difference {
  const severities = new Map(ours.map(({ id, severity }) => [id, severity]));
  const [theirs, theirsBefore] = [wordings(now), wordings(before)];
  const sorted = (ids: Iterable<string>): string[] => [...ids].toSorted();
  return {
    added: sorted(theirs.keys()).filter(id => !severities.has(id)),
    removed: sorted(severities.keys()).filter(id => !theirs.has(id)),
    changed: sorted(theirs.keys()).flatMap(id => {
      const [severity, is, was] = [severities.get(id), theirs.get(id), theirsBefore.get(id)];
      const parts = severity && is ? changedParts(is, { ...(was ?? is), severity }) : [];
      return parts.length > 0 ? [{ id, parts }] : [];
    }),
  };
}

const changedParts = (is: Wording, was: Wording): Part[] =>
  (['severity', 'test', 'text'] as const).filter(part => is[part] !== was[part]);

/** By id; assertions with the same id are one rule, which is fatal when one of them is. */
function wordings(assertions: readonly Assertion[]): Map<string, Wording> {
  const byId = Map.groupBy(assertions, ({ id }) => id);
  return new Map(
    [...byId].map(([id, same]) => [
      id,
      {
        severity: same.some(({ severity }) => severity === 'fatal') ? 'fatal' : 'warning',
        test: same.map(({ context, test }) => `${context}\n${test}`).join('\n\n'),
        text: same.map(({ text }) => text).join('\n\n'),
      },
    ]),
  );
}

export const isNone = ({ added, removed, changed }: Difference): boolean => added.length + removed.length + changed.length === 0;
