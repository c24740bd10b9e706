import * as z from 'zod';
import { instantsOf } from '#shared/base/kernel/clock.ts';
import { collated } from '#shared/base/kernel/collate.ts';
import { optionalDate } from '#shared/base/kernel/fields.ts';
import { paging } from '#shared/platform/lambda/endpoint/request.ts';
import { readCount } from '#shared/platform/store/counts.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { MESSAGE_STATUSES, MESSAGE_TYPES, type MessageRow } from './model.ts';
import { COUNTED, listedMessages } from './store.ts';

/** GET /api/v1/efactura-messages: the query and the rows that match it. */

export const messageQuery = z
  .object({
    ...paging(),
    messageType: z.enum(MESSAGE_TYPES).optional(),
    status: z.enum(MESSAGE_STATUSES).optional(),
    search: z.string().trim().max(255).optional(),
    from: optionalDate(),
    to: optionalDate(),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], error: 'must not be before from' });
export type MessageQuery = z.infer<typeof messageQuery>;

/** A page of messages, newest first, and their total. With a filter, reads all rows of the company between `from` and `to`. */
export async function listMessages(company: CompanyId, query: MessageQuery): Promise<{ rows: MessageRow[]; total: number }> {
  const { page, limit, messageType, status, search, from, to } = query;
  const offset = (page - 1) * limit;
  if (!messageType && !status && !search && !from && !to) {
    const [rows, total] = await Promise.all([listedMessages(company, undefined, { limit, offset }), readCount(company, COUNTED)]);
    return { rows, total };
  }
  const range = from || to ? instantsOf(from, to) : undefined;
  const wanted = collated(search ?? '');
  const found = (await listedMessages(company, range)).filter(
    message =>
      (!messageType || message.messageType === messageType) &&
      (!status || message.status === status) &&
      (!wanted || searchedIn(message).some(text => collated(text).includes(wanted))),
  );
  return { rows: found.slice(offset, offset + limit), total: found.length };
}

const searchedIn = ({ listed, invoice, problem, text }: MessageRow): string[] =>
  [listed.id, listed.uploadIndex, listed.details, invoice?.number, invoice?.client, problem, text].filter(word => word != null);
