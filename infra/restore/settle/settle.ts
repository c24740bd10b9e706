import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';
import { ConditionFailed } from '#shared/platform/store/transact.ts';
import { pagesOfTable } from '../../person/walk.ts';
import { dailyRun, recurringInvoice } from './daily.ts';
import { MAILS } from './mails.ts';
import { type Gap, type Kind, KINDS, LEFT, type Settled, type Stored } from './settled.ts';
import { plannedSubmission, submissionUnderWay } from './submissions.ts';

/** By kind of item, what was done between the restored second and the pause, and must not be done again. */
const SETTLED: Partial<Record<ItemKind, (item: Stored, gap: Gap) => Settled[] | Promise<Settled[]>>> = {
  ...MAILS,
  'daily-run': dailyRun,
  'recurring-invoice': recurringInvoice,
  'planned-submission': plannedSubmission,
  invoice: submissionUnderWay,
};

/**
 * Marks in a restored table as done what was due before the stage was paused: the old table had it done. Reads the whole table, a page at a
 * time; each item is settled in a transaction of its own, on the condition that it is as it was read, so the command may be repeated, also
 * after it died.
 *
 * @param apply false: nothing is written
 * @param say takes each item
 * @returns how many there are of each kind
 */
export async function settle(gap: Gap, apply: boolean, say: (line: string) => void): Promise<Record<Kind, number>> {
  const counts = Object.fromEntries(Object.keys(KINDS).map(kind => [kind, 0])) as Record<Kind, number>;
  for await (const page of pagesOfTable()) {
    for (const item of page) {
      for (const { kind, of, write } of (await SETTLED[item.kind]?.(item, gap)) ?? []) {
        counts[kind]++;
        say(`  ${kind}: ${of}`);
        if (apply) await write?.().catch(unlessChanged);
      }
    }
  }
  return counts;
}

/** How many there are that a run changes. */
export const toSettle = (counts: Record<Kind, number>): number =>
  Object.entries(counts).reduce((sum, [kind, count]) => sum + (LEFT.has(kind as Kind) ? 0 : count), 0);

/** Somebody else has settled or changed the item meanwhile. */
function unlessChanged(error: unknown): void {
  if (!(error instanceof ConditionFailed)) throw error;
}

/** Prints what is settled, and the number of each kind. @returns the exit code of the command */
export async function saySettled(gap: Gap, apply: boolean, say: (line: string) => void): Promise<number> {
  say(`What was due before ${gap.until}, and the table of ${gap.to} does not know as done:`);
  const counts = await settle(gap, apply, say);
  for (const [kind, count] of Object.entries(counts)) say(`${kind}: ${count} (${KINDS[kind as Kind]})`);
  const all = toSettle(counts);
  if (all === 0) say('Nothing is to be settled.');
  else say(apply ? `Settled: ${all}.` : `Nothing was changed: ${all} would be settled, with --apply.`);
  return 0;
}
