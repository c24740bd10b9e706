import { codesOf, type Columns, columnsOf, type WordColumn } from './columns.ts';
import { orderOf } from './column-order.ts';
import type { ListDefinition, ListRow, RowChange } from './definition.ts';
import { codeOf, compareWords, type Dictionary, firstFrom } from './dictionary.ts';
import { sortOf } from './order.ts';

/**
 * A list's columns with the changes since, as columns: no row is made of what the columns have, so that
 * the memory of a million rows is that of one column at a time. The columns of the result are computed each time they are read.
 */
export function merged<Row extends ListRow>(
  list: Pick<ListDefinition<Row, never, unknown>, 'amounts' | 'sorts' | 'defaultSort'>,
  columns: Columns,
  changes: readonly RowChange<Row>[],
): Columns {
  const unchanged = placesWithout(columns, new Set(changes.map(({ id }) => id)));
  const changed = changes.flatMap(({ row }) => (row ? [row] : []));
  const all = joined(taken(columns, unchanged), columnsOf(changed, list.amounts));
  return taken(all, orderOf(all, sortOf(list, {}).by, 'desc'));
}

/** The places of the rows with other ids than these. */
export function placesWithout({ length, words }: Columns, ids: ReadonlySet<string>): Uint32Array {
  const places = Uint32Array.from({ length }, (_, place) => place);
  const column = words['id'];
  if (!column || ids.size === 0) return places;
  const { codes, values } = column;
  const isOut = new Uint8Array(values.length);
  for (const id of ids) {
    const code = codeOf(values, id);
    if (code !== undefined) isOut[code] = 1;
  }
  return places.filter(place => isOut[codes[place] ?? 0] === 0);
}

/** The rows at these places, in this order. */
function taken({ amounts, words }: Columns, places: Uint32Array): Columns {
  return {
    length: places.length,
    amounts: lazily(Object.keys(amounts), name => {
      // Read once: the column may be computed at each reading.
      const column = amounts[name];
      return Float64Array.from(places, place => column?.[place] ?? 0);
    }),
    words: lazily(Object.keys(words), name => takenWords(words[name] ?? ABSENT, places)),
  };
}

function takenWords({ codes, values }: WordColumn, places: Uint32Array): WordColumn {
  return { codes: codesOf(places.length, values.length, place => codes[places[place] ?? 0] ?? 0), values };
}

/** A column that no row has. */
const ABSENT: WordColumn = { codes: new Uint8Array(), values: [undefined] };

/** The rows of one and then those of the other. */
function joined(first: Columns, second: Columns): Columns {
  const names = (of: 'amounts' | 'words'): string[] => [...new Set([...Object.keys(first[of]), ...Object.keys(second[of])])];
  const length = first.length + second.length;
  const wordsOf = ({ words, length: rows }: Columns, name: string): WordColumn =>
    words[name] ?? { codes: new Uint8Array(rows), values: [undefined] };
  return {
    length,
    amounts: lazily(names('amounts'), name => {
      const column = new Float64Array(length);
      column.set(first.amounts[name] ?? []);
      column.set(second.amounts[name] ?? [], first.length);
      return column;
    }),
    words: lazily(names('words'), name => joinedWords(wordsOf(first, name), wordsOf(second, name))),
  };
}

/** A record whose values are made when they are read, each time. */
const lazily = <V>(names: readonly string[], make: (name: string) => V): Record<string, V> =>
  Object.defineProperties(
    {},
    Object.fromEntries(names.map(name => [name, { enumerable: true, get: () => make(name) }])),
  ) as Record<string, V>;

/** One column and then the other. Values that no row has are left out. */
function joinedWords(first: WordColumn, second: WordColumn): WordColumn {
  const isUsed = usedCodes(first);
  /** For each code of the result, the value's code in the first dictionary, or in the second one after all of the first. */
  const sources = new Uint32Array(first.values.length + second.values.length);
  const renamed = { first: new Uint32Array(first.values.length), second: new Uint32Array(second.values.length) };
  let [count, passed] = [0, 0];
  const passTo = (end: number): void => {
    for (; passed < end; passed++) {
      if (isUsed[passed] === 0) continue;
      renamed.first[passed] = count;
      sources[count++] = passed;
    }
  };
  usedCodes(second).forEach((used, code) => {
    if (used === 0) return;
    const word = second.values.at(code);
    const place = firstFrom(first.values, word);
    passTo(place);
    const isKnown = place < first.values.length && compareWords(first.values.at(place), word) === 0;
    renamed.second[code] = count;
    if (isKnown) isUsed[place] = 1;
    if (isKnown) passTo(place + 1);
    else sources[count++] = first.values.length + code;
  });
  passTo(first.values.length);
  const codeAt = (place: number): number | undefined =>
    place < first.codes.length
      ? renamed.first[first.codes[place] ?? 0]
      : renamed.second[second.codes[place - first.codes.length] ?? 0];
  return {
    codes: codesOf(first.codes.length + second.codes.length, count, place => codeAt(place) ?? 0),
    values: unionOf(first.values, second.values, sources.subarray(0, count)),
  };
}

/** For each code of a column, 1 if a row has it, else 0. */
function usedCodes({ codes, values }: WordColumn): Uint8Array {
  const used = new Uint8Array(values.length);
  for (const code of codes) used[code] = 1;
  return used;
}

const unionOf = (first: Dictionary, second: Dictionary, sources: Uint32Array): Dictionary => ({
  length: sources.length,
  at: code => {
    const source = sources[code] ?? 0;
    return source < first.length ? first.at(source) : second.at(source - first.length);
  },
});
