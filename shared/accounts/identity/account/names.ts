import * as z from 'zod';
import { optionalText, text } from '#shared/base/kernel/fields.ts';

/**
 * Names of persons and organizations, which mails show to people who have not asked for them: nobody may write an address, a link or a text
 * into such a mail by a name (ACC-98).
 */

/** What makes an address of a text in the eyes of a mail program, or of a reader. */
const ADDRESS = /:\/\/|www\.|[@/\\]/giu;

const isName = (name: string | null | undefined): boolean => name == null || name.search(ADDRESS) === -1;

const NO_ADDRESS = 'must not contain an address: no ://, www., @, / or \\';

/** A name that may be absent or empty. @param max its characters */
export const optionalName = (max: number) => optionalText(max).refine(isName, NO_ADDRESS);

/** A name that must not be empty. @param max its characters */
export const requiredName = (max: number) => z.string().pipe(text(max)).refine(isName, NO_ADDRESS);

/** A name from the identity provider, which nobody can be asked to change: without what is refused otherwise; null if nothing is left. */
export const cleanName = (name: string | null): string | null =>
  name && (name.replace(ADDRESS, ' ').replace(/\s+/g, ' ').trim() || null);

/** The most characters of a name that a mail shows. */
const MOST_SHOWN = 60;

/** Dots inside words, also those that domain names may have instead (UTS 46). */
const INNER_DOT = /(?<=\S)[.\u3002\uFF0E\uFF61](?=\S)/gu;

/** A name for a mail to somebody who may know nobody here: short, and no mail program makes a link of a part of it. */
export function shownName(name: string): string {
  const shown = (cleanName(name) ?? '').replace(INNER_DOT, ' ');
  const characters = [...shown];
  return characters.length > MOST_SHOWN
    ? `${characters
        .slice(0, MOST_SHOWN - 1)
        .join('')
        .trimEnd()}…`
    : shown;
}
