import { stillClosed } from '#shared/platform/access/company-store.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { type Problem, validation } from '#shared/base/kernel/errors.ts';
import type { Company } from '#shared/model/company.ts';
import {
  CLOSED_PERIOD_RULES,
  type ClosedUntil,
  type DatedMove,
  type EntryChange,
  firstOpenDay,
  inOpenMonth,
  type Move,
  movesOf,
  refusedMove,
} from '#shared/model/fiscal/closed-period.ts';
import { countsFiscally } from '#shared/model/fiscal/projection.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { DocumentParts } from '#shared/documents/common/definition.ts';
import type { OutcomeWith } from '#shared/documents/common/transition.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import { changesEntry } from './entries.ts';

/** The period lock at the decisions that write fiscal entries (docs/adr/0054-period-lock.md). */

/** The company as the request read it, and the number of the attempt: a later one reads the lock again. */
export interface LockedBy {
  company: Pick<Company, 'id' | 'closedUntil'>;
  attempt: number;
}

const closedUntilOf = async ({ company, attempt }: LockedBy): Promise<ClosedUntil> =>
  (attempt === 0 ? company : await readCompany(company.id))?.closedUntil;

/**
 * Decides by the company's lock on a change of a document, or of its payments. What it returns belongs into one transaction: `after` in place of the document, and
 * `writes`, by which the transaction fails when the lock is another one by then, so that the rule is called again.
 *
 * @param change `before` null: a new document; `after` null: it is removed
 * @throws 422 (`period_closed`) when the change would move what a closed period counts
 */
export async function requireOpenPeriod<H extends Invoice, A extends H | null>(
  by: LockedBy,
  change: Omit<EntryChange<H>, 'after'> & { after: A },
): Promise<{ after: A; writes: Write[] }> {
  const { before, after } = change;
  const isChanged = changesEntry({ before, after });
  const moves = movesOf(change, isChanged);
  if (moves.length === 0) return { after, writes: [] };
  const closedUntil = await closedUntilOf(by);
  const refused = refusedMove(closedUntil, moves);
  if (closedUntil && refused) throw periodClosed(closedUntil, refused);
  const isEntered = isChanged || !(before && countsFiscally(before));
  return { after: after && counted(after, isEntered, closedUntil), writes: lockWrites(by, closedUntil, moves) };
}

/**
 * Decides by the company's lock on what has a day, and no fiscal entry: a receipt of the cash journal.
 *
 * @returns the writes of `requireOpenPeriod`
 * @throws 422 (`period_closed`)
 */
export async function requireOpenDay(by: LockedBy, move: DatedMove): Promise<Write[]> {
  const closedUntil = await closedUntilOf(by);
  if (closedUntil && refusedMove(closedUntil, [move])) throw periodClosed(closedUntil, move);
  return lockWrites(by, closedUntil, [move]);
}

/** A document in the month of its entry; one that counts no longer has none. */
function counted<H extends Invoice>(document: H, isEntered: boolean, closedUntil: ClosedUntil): H {
  if (countsFiscally(document)) return isEntered ? inOpenMonth(document, closedUntil) : document;
  const { countedIn: _, ...rest } = document;
  return document.countedIn ? (rest as H) : document;
}

/** An outcome with what the lock has decided on it. */
export const withinPeriod = <D extends DocumentParts & { header: Invoice }>(
  outcome: OutcomeWith<D>,
  { after, writes }: { after: OutcomeWith<D>['after']; writes: readonly Write[] },
): OutcomeWith<D> =>
  writes.length === 0
    ? { ...outcome, after }
    : { ...outcome, after, also: { ...outcome.also, writes: [...(outcome.also?.writes ?? []), ...writes] } };

/**
 * None when all days are today or later: a lock ends at the latest yesterday, and a day cannot be closed within minutes of its end (`mostClosed`).
 * So the usual issue and payment cost nothing.
 */
function lockWrites({ company }: LockedBy, closedUntil: ClosedUntil, moves: readonly DatedMove[]): Write[] {
  const current = today();
  return moves.some(({ day }) => day < current) ? [stillClosed({ id: company.id, closedUntil })] : [];
}

const WHAT: Record<Move, string> = {
  issue: 'A document cannot be issued on',
  late_issue: 'A document cannot count on',
  receipt: 'A document cannot be received on',
  removal: 'A document cannot be cancelled that counts on',
  change: 'What counts on a closed day cannot be changed:',
  payment: 'A payment that makes VAT due cannot be dated',
  payment_removal: 'A payment cannot be removed that made VAT due on',
  cash: 'A receipt cannot be dated',
  cash_removal: 'A receipt cannot be cancelled that is in the cash journal of',
};

/** The refusal of a move into closed days, with what to change. */
export function periodClosed(closedUntil: string, { move, day }: DatedMove): Problem {
  const { field, advice } = CLOSED_PERIOD_RULES[move];
  const open = firstOpenDay(closedUntil);
  return validation(
    `${WHAT[move]} ${day}: the company has closed its books until ${closedUntil}. ${capital(advice)}; the first open day is ${open}.`,
    {
      ...{ reason: 'period_closed', closedUntil, firstOpenDay: open },
      ...(field && { field }),
    },
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
