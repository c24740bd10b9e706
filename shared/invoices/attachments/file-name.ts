const LONGEST = 255;

/**
 * Control and format characters. Format characters can reverse the direction of text and so disguise an extension such as `.exe`.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * A safe name for an uploaded file (completions-documents §1.9): without path and control characters, and cut to 255 characters
 * with its extension. Pure.
 *
 * @returns null when no character is left
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
