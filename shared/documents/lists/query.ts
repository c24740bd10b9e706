import * as z from 'zod';
import { date, documented, id, MAX_ENTRIES, TOO_MANY_ENTRIES } from '#shared/base/kernel/fields.ts';
import { metadataFilter } from '#shared/model/callers-data/metadata.ts';
import { paging } from '#shared/platform/lambda/endpoint/request.ts';

/** Query parameters that lists of documents share (REQ-59 to REQ-61). */

/** An optional parameter; an empty text is read as absent. */
export const optionalParameter = <T extends z.ZodType>(schema: T) =>
  z.preprocess(value => (value === '' ? undefined : value), schema.optional());

/** One or more of these words, separated by commas. */
export const wordList = <Word extends string>(words: readonly Word[]) => {
  const isWord = (word: string): word is Word => (words as readonly string[]).includes(word);
  const list = z
    .string()
    .transform(value => value.split(',').map(word => word.trim()))
    .refine(given => given.length <= MAX_ENTRIES, TOO_MANY_ENTRIES)
    .refine(given => given.every(isWord), `must be one of ${words.join(', ')}, or several separated by commas`)
    .transform(given => [...new Set(given.filter(isWord))]);
  return documented(list, { type: 'array', items: { type: 'string', enum: words }, maxItems: MAX_ENTRIES });
};

export const searchParameter = () => optionalParameter(z.string().trim().max(200, 'must have at most 200 characters'));

/** Filters by what a caller has stored on documents to find them again, exactly (MET-8). */
export const foundByParameters = () => ({
  orderNumber: optionalParameter(z.string().trim().max(255, 'must have at most 255 characters')),
  metadata: metadataFilter(),
});

export const orderParameter = () => optionalParameter(z.enum(['asc', 'desc'], 'must be asc or desc'));

/** `from` and `to`, both included. */
export const dateRange = () => ({ from: optionalParameter(date()), to: optionalParameter(date()) });

export const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  !from || !to || from <= to;
export const NOT_IN_ORDER = { path: ['from'], message: 'must not be after to' };

const SORTS = ['issueDate', 'number', 'total', 'dueDate', 'createdAt'] as const;

/** The parameters of a list of proformas or delivery notes (PRO-2, DLN-13). */
export const convertibleParameters = <Status extends string>(statuses: readonly Status[]) => ({
  ...paging(),
  search: searchParameter(),
  status: optionalParameter(wordList(statuses)),
  ...dateRange(),
  clientId: optionalParameter(id()),
  ...foundByParameters(),
  sort: optionalParameter(z.enum(SORTS, `must be one of ${SORTS.join(', ')}`)),
  order: orderParameter(),
});
