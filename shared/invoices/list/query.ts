import * as z from 'zod';
import { currency, date, id, MOST_ENTRIES, numeric, TOO_MANY_ENTRIES } from '../../kernel/fields.ts';
import { flag, paging } from '../../lambda/endpoint/request.ts';
import { INVOICE_STATUSES, TAXAUTH_STATUSES } from '../../model/invoice.ts';

/** Query of the invoice list (completions-documents §1.1). */

const WORDS = [...INVOICE_STATUSES, 'paid', 'partially_paid', 'overdue'] as const;
export type StatusWord = (typeof WORDS)[number];

const isWord = (word: string): word is StatusWord => (WORDS as readonly string[]).includes(word);

const statusList = () =>
  z
    .string()
    .transform(value => value.split(',').map(word => word.trim()))
    .refine(words => words.length <= MOST_ENTRIES, TOO_MANY_ENTRIES)
    .refine(words => words.every(isWord), `must be one of ${WORDS.join(', ')}, or several joined by commas`)
    .transform(words => [...new Set(words.filter(isWord))]);

const optional = <T extends z.ZodType>(schema: T) => z.preprocess(value => (value === '' ? undefined : value), schema.optional());

const filters = () => ({
  search: optional(z.string().trim().max(200, 'must have at most 200 characters')),
  status: optional(statusList()),
  direction: optional(z.enum(['incoming', 'outgoing'], 'must be incoming or outgoing')),
  isCreditNote: optional(flag()),
  parentDocumentId: optional(id()),
  from: optional(date()),
  to: optional(date()),
  clientId: optional(id()),
  supplierId: optional(id()),
  currency: optional(currency()),
  // [added] With `status=cancelled`: what is void here and still counts there (decisions.md §Fiscal rules).
  taxauthStatus: optional(z.enum(TAXAUTH_STATUSES)),
  isPaid: optional(flag()),
  isOverdue: optional(flag()),
  totalMin: optional(numeric()),
  totalMax: optional(numeric()),
  sort: optional(
    z.enum(['issueDate', 'number', 'total', 'dueDate', 'createdAt'], 'must be issueDate, number, total, dueDate or createdAt'),
  ),
  order: optional(z.enum(['asc', 'desc'], 'must be asc or desc')),
  includeTotals: optional(flag()),
});

const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean => !from || !to || from <= to;
const NOT_IN_ORDER = { path: ['from'], message: 'must not be after to' };

export const listQuery = z.object({ ...paging(), ...filters() }).refine(inOrder, NOT_IN_ORDER);

/** The same without pages: all that the filters mean. */
export const filterQuery = z.object(filters()).refine(inOrder, NOT_IN_ORDER);

export type ListQuery = z.output<typeof listQuery>;
