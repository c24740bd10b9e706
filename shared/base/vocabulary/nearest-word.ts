/** Which known word somebody may have meant by an unknown one. Pure. */

/** A longer word is a text and no misspelling; comparing takes time in proportion to both lengths. */
const LONGEST = 60;

/** Case and separators do not count: `due_date` is `dueDate`. */
const compared = (word: string): string => word.toLowerCase().replace(/[\s_.-]/g, '');

/**
 * The known word that is nearest to another one by edit distance, or of which one begins or ends with the other; undefined if none is near enough to be meant.
 */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const wanted = compared(word);
  if (wanted.length < 2 || word.length > LONGEST) return undefined;
  const most = Math.ceil(wanted.length / 3);
  const [nearest] = known
    .map(one => ({ one, distance: distanceOf(wanted, compared(one), most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance);
  return nearest?.one;
}

/** @param most the distance of words of which one begins or ends with the other: they come after all that are misspelt by less */
function distanceOf(wanted: string, other: string, most: number): number {
  const distance = editDistance(wanted, other);
  const [short, long] = wanted.length < other.length ? [wanted, other] : [other, wanted];
  const isPart = short.length >= 4 && (long.endsWith(short) || long.startsWith(short));
  return isPart ? Math.min(distance, most) : distance;
}

/** The number of characters to insert, remove or replace (Levenshtein). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let place = 1; place <= one.length; place++) {
    const next = [place];
    for (let column = 1; column <= other.length; column++) {
      const replaced = row[column - 1]! + (one[place - 1] === other[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[column]! + 1, next[column - 1]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
