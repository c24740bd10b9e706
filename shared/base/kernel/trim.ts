/**
 * Trims given characters in linear time. A regular expression such as `/[-.]+$/` restarts at each character of every run, which
 * takes quadratic time on long runs.
 */

/** The text without these characters at its end. */
export function trimmedEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The text without these characters at both ends. */
export function trimmedOf(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start++;
  return trimmedEnd(text.slice(start), characters);
}
