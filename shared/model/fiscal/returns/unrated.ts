import { isUnrated, type JournalRow } from '../journal.ts';

/** The most documents that the text names. */
const MOST_NAMED = 20;

/** Names the documents whose amounts in lei are not known, so that a report leaves them out (TAX-66); empty when there are none. Pure. */
export function unratedTexts(rows: readonly JournalRow[]): string[] {
  const numbers = rows.filter(isUnrated).map(({ number }) => number);
  if (numbers.length === 0) return [];
  const more = numbers.length > MOST_NAMED ? ` and ${numbers.length - MOST_NAMED} more` : '';
  const named = numbers.slice(0, MOST_NAMED).join(', ') + more;
  return [`Documents without exchange rate are left out; state their exchangeRate: ${named}.`];
}
