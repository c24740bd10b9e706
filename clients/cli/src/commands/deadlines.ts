import { items } from '../../../typescript/src/index.ts';
import { connect, type Context } from '../context.ts';
import { table } from '../output.ts';

/** Shows what is due in all companies of the caller: a row for each company, by name. */
export async function listDeadlines(context: Context): Promise<void> {
  const found = [];
  for await (const company of items(connect(context), '/api/v1/deadlines')) found.push(company);
  const heads = ['Company', 'Due this week', 'Late', 'Rejected', 'Unpaid', 'Overdue', 'Connection'];
  const rows = found.map(({ company, dueThisWeek, late, rejected, unpaid, connection, sync }) => [
    company.name,
    ...[dueThisWeek.count, late.count, rejected.count],
    ...[sums(unpaid, ({ total }) => total), sums(unpaid, ({ total, byAge }) => total - byAge.current)],
    stateOf(connection, sync),
  ]);
  context.output.result(found, found.length === 0 ? [] : table(heads, rows));
  if (found.length === 0) context.output.note('You have no companies.');
}

const sums = <Sum extends { currency: string }>(unpaid: readonly Sum[], of: (one: Sum) => number): string =>
  unpaid
    .filter(one => of(one) > 0)
    .map(one => `${of(one).toFixed(2)} ${one.currency}`)
    .join(' + ');

const stateOf = (
  { daysLeft, isEnding }: { daysLeft: number | null; isEnding: boolean },
  { isStale, days }: { isStale: boolean; days: number | null },
): string =>
  [
    daysLeft === null ? 'none' : daysLeft < 0 ? 'ended' : isEnding ? `ends in ${daysLeft} days` : 'valid',
    ...(isStale ? [`nothing fetched for ${days} days`] : []),
  ].join(', ');
