import { compare } from '#shared/base/kernel/collate.ts';
import type { Columns, WordColumn } from './columns.ts';
import type { ListRow, Sort } from './definition.ts';
import type { Dictionary } from './dictionary.ts';
import { sortKey } from './order.ts';

/** The order of `rowOrder`, computed from columns: a million rows take tenths of a second, since no two rows are compared. */

/** The places of all rows in the order of a field: equal ones by creation, newest first, then by id. */
export function orderOf<Row extends ListRow>(columns: Columns, by: Sort<Row>, order: 'asc' | 'desc'): Uint32Array {
  const { length, amounts, words } = columns;
  const tiebreak = (field: keyof ListRow): ArrayLike<number> => ranksOf<ListRow>(words[field], { field }) ?? [];
  const places = Uint32Array.from({ length }, (_, place) => place);
  const byAge = sorted(sorted(places, tiebreak('id'), 'desc'), tiebreak('createdAt'), 'desc');
  return sorted(byAge, amounts[by.field] ?? ranksOf(words[by.field], by) ?? [], order);
}

/** For each row, the rank of its value among the distinct ones; undefined when no row has the field. */
function ranksOf<Row>(column: WordColumn | undefined, by: Sort<Row>): ArrayLike<number> | undefined {
  if (!column) return undefined;
  const { codes, values } = column;
  if (!by.key && areRanks(values)) return codes;
  const keys = Array.from({ length: values.length }, (_, code) => sortKey(by, values.at(code)));
  const keyOf = (code: number): string => keys[code] ?? '';
  const sortedCodes = Uint32Array.from(keys, (_, code) => code).sort((a, b) => compare(keyOf(a), keyOf(b)));
  const rankOf = new Uint32Array(keys.length);
  let rank = 0;
  sortedCodes.forEach((code, place) => {
    if (place > 0 && keyOf(code) !== keyOf(sortedCodes[place - 1] ?? 0)) rank += 1;
    rankOf[code] = rank;
  });
  return Uint32Array.from(codes, code => rankOf[code] ?? 0);
}

/** Whether codes are in the order of the values as texts: at most the first is none, which sorts as the empty text. */
function areRanks(values: Dictionary): boolean {
  const [first, second] = [values.at(0), values.at(1)];
  return values.length < 2 || (typeof second === 'string' && second !== '' && (first == null || typeof first === 'string'));
}

/** The values of one digit. */
const BASE = 0x1_00_00;

/**
 * Places sorted by a whole number of each; places of equal numbers stay in their order. Sorted by one digit of the numbers after the
 * other, the least significant first.
 */
function sorted(places: Uint32Array, numbers: ArrayLike<number>, order: 'asc' | 'desc'): Uint32Array {
  const at = (place: number): number => numbers[place] ?? 0;
  let [least, most] = [Infinity, -Infinity];
  for (const place of places) {
    least = Math.min(least, at(place));
    most = Math.max(most, at(place));
  }
  let [from, to] = [places, places];
  for (let unit = 1; unit <= most - least; unit *= BASE) {
    const digitOf = (place: number): number => Math.floor((order === 'asc' ? at(place) - least : most - at(place)) / unit) % BASE;
    const starts = new Uint32Array(BASE + 1);
    for (const place of from) starts[digitOf(place) + 1]! += 1;
    for (let digit = 0; digit < BASE; digit++) starts[digit + 1]! += starts[digit]!;
    to = new Uint32Array(places.length);
    for (const place of from) to[starts[digitOf(place)]!++] = place;
    from = to;
  }
  return from;
}
