import * as z from 'zod';
import { currency, date, id, numeric } from '#shared/base/kernel/fields.ts';
import { flag, paging } from '#shared/platform/lambda/endpoint/request.ts';
import {
  dateRange,
  foundByParameters,
  inOrder,
  NOT_IN_ORDER,
  optionalParameter as optional,
  orderParameter,
  searchParameter,
  wordList,
} from '#shared/documents/lists/query.ts';
import { INVOICE_STATUSES, TAXAUTH_STATUSES } from '#shared/model/invoice.ts';

/** Query of the invoice list (INV-68 to INV-73). */

const WORDS = [...INVOICE_STATUSES, 'paid', 'partially_paid', 'overdue'] as const;
export type StatusWord = (typeof WORDS)[number];

const filters = () => ({
  search: searchParameter(),
  status: optional(wordList(WORDS)),
  direction: optional(z.enum(['incoming', 'outgoing'], 'must be incoming or outgoing')),
  isCreditNote: optional(flag()),
  parentDocumentId: optional(id()),
  ...dateRange(),
  clientId: optional(id()),
  ...foundByParameters(),
  supplierId: optional(id()),
  currency: optional(currency()),
  // With `status=cancelled`, finds documents that still count at the authority (INV-52).
  taxauthStatus: optional(z.enum(TAXAUTH_STATUSES)),
  taxauthLate: optional(flag()),
  taxauthDeadlineBefore: optional(date()),
  isPaid: optional(flag()),
  isOverdue: optional(flag()),
  totalMin: optional(numeric()),
  totalMax: optional(numeric()),
  sort: optional(
    z.enum(['issueDate', 'number', 'total', 'dueDate', 'createdAt'], 'must be issueDate, number, total, dueDate or createdAt'),
  ),
  order: orderParameter(),
  includeTotals: optional(flag()),
});

/** One document at most has a key, so exports, which are of many, have no such filter. */
const byKey = () => ({ idempotencyKey: optional(z.string().trim().max(255, 'must have at most 255 characters')) });

export const listQuery = () => z.object({ ...paging(), ...filters(), ...byKey() }).refine(inOrder, NOT_IN_ORDER);

/** The query without paging, for exports of all matching documents. */
export const filterQuery = () => z.object(filters()).refine(inOrder, NOT_IN_ORDER);

export type ListQuery = z.output<ReturnType<typeof listQuery>>;
