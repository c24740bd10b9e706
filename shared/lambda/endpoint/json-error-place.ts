/** Longer texts are not searched: the error is looked for by reading the text's beginning some fifteen times. */
const LONGEST_SEARCHED = 100_000;

/**
 * Where a text stops being JSON: ` at line 2, column 16`, from 1; empty where that is not known. Nothing of the text itself is repeated, for it may
 * hold a password. Pure.
 *
 * @param error what `JSON.parse` threw. V8 states the place of most errors in the message, but not of a token that it did not expect
 */
export function jsonErrorPlace(text: string, error: unknown): string {
  const stated = /\(line (\d+) column (\d+)\)$/.exec(messageOf(error));
  if (stated) return ` at line ${stated[1]}, column ${stated[2]}`;
  if (!hasUnexpectedToken(error)) return ' at its end';
  return text.length > LONGEST_SEARCHED ? '' : placeAt(text, unexpectedToken(text));
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

const hasUnexpectedToken = (error: unknown): boolean => messageOf(error).endsWith('is not valid JSON');

/** The position of the first character that cannot stand where it does: a text that is cut before it fails for its end alone. */
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
