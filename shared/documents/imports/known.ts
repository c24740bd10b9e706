import { collated } from '#shared/base/kernel/collate.ts';

/** Which of the records of a file are there already, in the company or in the file (IMP-6). Pure. */

/** By what a record is known: an own number, such as a tax number, is strong; a name counts where there is no number. */
export interface Keys {
  strong: readonly string[];
  weak: string;
}

/** A key of parts; letters have no case in it. */
export const keyOf = (what: string, ...parts: (string | null | undefined)[]): string =>
  JSON.stringify([what, ...parts.map(part => (part ?? '').toLowerCase())]);

/** A key of names, which are also written without accents, and with other spaces. */
export const nameKey = (...names: (string | null | undefined)[]): string =>
  keyOf(
    'name',
    ...names.map(name =>
      collated(name ?? '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ),
  );

/** The keys by which an entry is looked for. */
export const askedBy = ({ strong, weak }: Keys): readonly string[] => (strong.length > 0 ? strong : [weak]);

/** The key that an entry is stored by. */
export const mainKey = (keys: Keys): string => askedBy(keys)[0] ?? '';

export type Found<E, R> =
  { entry: E; record: R; key: string; line: null } | { entry: E; record: null; key: string; line: number };

/**
 * The entries that are there already. Entries with a number come before those without one, and otherwise the first in the file counts, so that the
 * order of a file decides only between rows that claim the same number.
 */
export function alreadyThere<E extends { line: number; keys: Keys }, R>(
  entries: readonly E[],
  known: ReadonlyMap<string, R>,
): Map<E, Found<E, R>> {
  const found = new Map<E, Found<E, R>>();
  const lines = new Map<string, number>();
  const [numbered, named] = [true, false].map(is => entries.filter(({ keys }) => keys.strong.length > 0 === is));
  for (const entry of [...(numbered ?? []), ...(named ?? [])]) {
    const asked = askedBy(entry.keys);
    const ofCompany = asked.find(key => known.has(key));
    const ofFile = asked.find(key => lines.has(key));
    if (ofCompany !== undefined) found.set(entry, { entry, record: known.get(ofCompany) as R, key: ofCompany, line: null });
    else if (ofFile !== undefined) found.set(entry, { entry, record: null, key: ofFile, line: lines.get(ofFile) ?? 0 });
    else for (const key of [...entry.keys.strong, entry.keys.weak]) if (!lines.has(key)) lines.set(key, entry.line);
  }
  return found;
}
