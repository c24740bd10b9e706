import type { Reason } from './confidence.ts';
import type { BankEntry, KnownPayment, OpenDocument } from './entry.ts';
import { Numbers } from './numbers.ts';

/** Which documents a line names, and where (BNK-9). Pure. */

/** The reasons by the ids of documents. */
export type Named = ReadonlyMap<string, ReadonlySet<Reason>>;

/** The most documents that one line names (BNK-20): numbers such as `1` may be those of all documents. */
export const MOST_NAMED = 1000;

const NUMBER_REASONS = new Set<Reason>(['number_in_text', 'structured_reference', 'end_to_end_reference']);

/** Whether one of the reasons is a number with its series. */
export const isWhole = (reasons: Iterable<Reason> | undefined): boolean => {
  for (const reason of reasons ?? []) if (NUMBER_REASONS.has(reason)) return true;
  return false;
};

/** The numbers of what is open, of what credited it, and of what was paid in these months. */
export const numbersOf = (documents: readonly OpenDocument[], payments: readonly KnownPayment[]): Numbers =>
  new Numbers([
    ...documents.flatMap(({ id, number, issueDate, alsoNamed }) =>
      [number, ...alsoNamed].map(one => ({ id, number: one, issueDate })),
    ),
    ...payments.flatMap(({ documents: paid }) => paid.map(one => ({ ...one, issueDate: null }))),
  ]);

/** The documents that a line names, the first thousand of them. */
export function namedIn({ text, references, endToEndId }: BankEntry, numbers: Numbers): Named {
  const found = new Map<string, ReadonlySet<Reason>>();
  const note = (written: string | null, reason: Reason): void => {
    for (const [id, how] of numbers.in(written ?? '', MOST_NAMED)) {
      const reasons = found.get(id);
      if (!reasons && found.size >= MOST_NAMED) continue;
      found.set(id, extended(reasons, how === 'whole' ? reason : 'number_without_series'));
    }
  };
  note(text, 'number_in_text');
  for (const reference of references) note(reference, 'structured_reference');
  note(endToEndId, 'end_to_end_reference');
  return found;
}

const NONE: ReadonlySet<Reason> = new Set();
const extensions = new Map<ReadonlySet<Reason>, Map<Reason, ReadonlySet<Reason>>>();

/** A set with one reason more. The few sets that there are are shared: the lines of a file may name half a million documents together. */
function extended(known: ReadonlySet<Reason> | undefined, reason: Reason): ReadonlySet<Reason> {
  const reasons = known ?? NONE;
  if (reasons.has(reason)) return reasons;
  const ways = extensions.get(reasons) ?? new Map<Reason, ReadonlySet<Reason>>();
  const way = ways.get(reason) ?? new Set([...reasons, reason]);
  extensions.set(reasons, ways.set(reason, way));
  return way;
}
