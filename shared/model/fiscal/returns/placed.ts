import { decimal, plain } from '#shared/base/kernel/money.ts';
import type { JournalGroup, JournalRow } from '../journal.ts';
import { placeOf } from '../operations.ts';
import type { Placing, ReturnForm, UnknownForm } from './forms.ts';
import { hasForeignVat, isNumbered } from './partners.ts';

/** Which rows of the VAT return a group of a journal counts in. Pure. */

/**
 * Whether a document counts in a later month than the one in which its tax was due: a purchase that was entered later, or any that counts
 * later because its month was closed (COM-82).
 */
export const isLate = ({ role, date, period, paymentId, corrects }: JournalRow): boolean =>
  corrects !== undefined || (role === 'purchase' && paymentId === undefined && date.slice(0, 7) < period);

/** Rates at which the company may owe VAT itself, the likelier first: of a small base several fit. */
const OWED_RATES = ['21', '11', '19', '9', '5', '20', '24'];

/** The rate in percent of a group; of what the company owes itself the rate of that, which is found from the amounts. Undefined: none fits. */
export function rateOf({ rate, baseDueLei, selfAssessedLei }: JournalGroup): string | undefined {
  if (decimal(selfAssessedLei).eq(0)) return plain(decimal(rate));
  // Several groups of a document share the rounding.
  return OWED_RATES.find(owed => decimal(baseDueLei).times(owed).div(100).minus(selfAssessedLei).abs().lte('0.02'));
}

/** What placings ask of a group, found once. */
const factsOf = (row: JournalRow, group: JournalGroup) => ({
  ...{ role: row.role, operation: group.operation, category: group.category, rate: rateOf(group) ?? '' },
  ...{ place: placeOf(row.partner.country), numbered: isNumbered(row, group.operation), late: isLate(row) },
  owed: decimal(group.selfAssessedLei).abs().gt(0),
  foreignVat: hasForeignVat(row, group),
});

const fits = (placing: Placing, facts: ReturnType<typeof factsOf>): boolean =>
  placing.role === facts.role &&
  placing.operations.includes(facts.operation) &&
  (!placing.rates || placing.rates.includes(facts.rate)) &&
  (!placing.categories || placing.categories.includes(facts.category)) &&
  (!placing.places || placing.places.includes(facts.place)) &&
  (placing.numbered === undefined || placing.numbered === facts.numbered) &&
  (!placing.late || facts.late) &&
  (!placing.owed || facts.owed) &&
  (!placing.foreignVat || facts.foreignVat);

/** The rows of the form that a group counts in, or why none is known. */
export function placedIn(form: ReturnForm | UnknownForm, row: JournalRow, group: JournalGroup): Placing['rows'] {
  if ('off' in form) return { off: form.off };
  const facts = factsOf(row, group);
  const placing = form.placings.find(one => fits(one, facts));
  return placing?.rows ?? { off: `no row is known for ${group.operation}` };
}

/** A group of which something is due in the month, with its rows. */
export interface Placed {
  row: JournalRow;
  group: JournalGroup;
  found: Placing['rows'];
}

export const placedGroups = (form: ReturnForm | UnknownForm, rows: readonly JournalRow[]): Placed[] =>
  rows.flatMap(row =>
    row.groups.filter(group => !isNothing(group)).map(group => ({ row, group, found: placedIn(form, row, group) })),
  );

/** Whether nothing of a group is due in the month: what VAT on collection has not made due yet. */
const isNothing = ({ baseDueLei, vatDueLei, selfAssessedLei }: JournalGroup): boolean =>
  [baseDueLei, vatDueLei, selfAssessedLei].every(value => Number(value) === 0);
