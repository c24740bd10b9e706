/** Longer texts are not searched, because the search parses prefixes of the text about fifteen times. Characters. */
const LONGEST_SEARCHED = 100_000;

/**
 * Where a text stops being JSON, such as ` at line 2, column 16` (counted from 1); empty if unknown. The text itself is never
 * quoted, because it may contain a password.
 *
 * @param error what `JSON.parse` threw. V8's message states the position of most errors, but not that of an unexpected token
 */
export function jsonErrorPlace(text: string, error: unknown): string {
  const stated = /\(line (\d+) column (\d+)\)$/.exec(messageOf(error));
  if (stated) return ` at line ${stated[1]}, column ${stated[2]}`;
  if (!hasUnexpectedToken(error)) return ' at its end';
  return text.length > LONGEST_SEARCHED ? '' : placeAt(text, unexpectedToken(text));
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

const hasUnexpectedToken = (error: unknown): boolean => messageOf(error).endsWith('is not valid JSON');

/** The position of the first unexpected character, by binary search: a prefix that ends before it fails only because it ends. */
function unexpectedToken(text: string): number {
  let [before, behind] = [0, text.length];
  while (behind - before > 1) {
    const middle = Math.floor((before + behind) / 2);
    if (failsAtToken(text.slice(0, middle))) behind = middle;
    else before = middle;
  }
  return before;
}

function failsAtToken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return hasUnexpectedToken(error);
  }
}

function placeAt(text: string, position: number): string {
  const lines = text.slice(0, position).split('\n');
  return ` at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}
