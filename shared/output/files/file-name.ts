import { trimmedEnd } from '#shared/base/kernel/trim.ts';

/** Names of files: one rule for downloads, attachments of mails, uploads, received files and archives. Pure. */

const LONGEST = 255;

/**
 * Control and format characters. Format characters can reverse the direction of text and so disguise an extension such as `.exe`.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Characters that separate paths, or that Windows does not allow in names. */
const FORBIDDEN = /[\\/:*?"<>|]+/g;

/** Names of devices, which Windows opens in place of a file, whatever extension they have. */
const RESERVED = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?=\.|$)/i;

/**
 * The name as every file system accepts it, in any folder: one segment of a path, without control characters, of at most 255
 * characters with its extension.
 *
 * @returns null when no character is left
 */
function cleaned(name: string): string | null {
  const visible = name.normalize('NFC').replace(UNSEEN, '').replace(FORBIDDEN, '-');
  // Windows drops dots and spaces at the end.
  const last = trimmedEnd(visible.trim(), '. ');
  if (last === '') return null;
  return shortened(last.replace(RESERVED, '_$&'));
}

/** The name of a file that the service hands out, made from any text, such as the number of a document. */
export const fileName = (name: string): string => cleaned(name) ?? 'unnamed';

/**
 * The name of a file from somebody else (OUT-29, OUT-33): the last part of its path, cleaned.
 *
 * @returns null when no character is left
 */
export const givenFileName = (name: string): string | null => cleaned(name.split(/[\\/]/).at(-1) ?? '');

/** The name, if it ends with one of the extensions; else with the first of them appended. */
export function withExtension(name: string, [first = '', ...others]: readonly string[]): string {
  const has = [first, ...others].some(extension => name.toLowerCase().endsWith(`.${extension}`));
  return has ? name : shortened(`${name}.${first}`);
}

function shortened(name: string): string {
  if (name.length <= LONGEST) return name;
  const extension = /\.[^.]{1,20}$/.exec(name)?.[0] ?? '';
  return cut(name, LONGEST - extension.length) + extension;
}

/** The first characters, without half of a surrogate pair. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
