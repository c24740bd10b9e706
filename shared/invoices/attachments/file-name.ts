const LONGEST = 255;

/** Control characters, and those that turn the direction of text: `gpj.exe` could be read as something else. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * The name of an uploaded file without what could lead anywhere else (completions-documents §1.9): no path, no control character,
 * at most 255 characters, its extension kept. Pure.
 *
 * @returns null when nothing is left.
 */
export function cleanFileName(name: string): string | null {
  const last = name.normalize('NFC').replace(UNSEEN, '').split(/[\\/]/).at(-1)?.trim() ?? '';
  if (/^\.*$/.test(last)) return null;
  if (last.length <= LONGEST) return last;
  const extension = /\.[^.]{1,20}$/.exec(last)?.[0] ?? '';
  return cut(last, LONGEST - extension.length) + extension;
}

/** The first characters, without half of a surrogate pair. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
