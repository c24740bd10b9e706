import * as z from 'zod';
import { paging } from '../../lambda/endpoint/request.ts';
import { queryItems } from '../../store/read.ts';
import { type CompanyId, companyPartition } from '../../store/table.ts';
import { type DeliveryItem, deliveryPrefix, type WebhookDelivery } from './store.ts';

/** The attempts of an endpoint (interface.md §Webhooks): those that were made, newest first. */

const optional = <T extends z.ZodType>(schema: T) => z.preprocess(value => (value === '' ? undefined : value), schema.optional());

export const deliveriesQuery = z
  .object({
    ...paging(),
    status: optional(z.enum(['success', 'failed'], 'must be success or failed')),
    eventType: optional(z.string().max(100)),
    from: optional(z.iso.date('must be a date (YYYY-MM-DD)')),
    to: optional(z.iso.date('must be a date (YYYY-MM-DD)')),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['from'], message: 'must not be after to' });
export type DeliveriesQuery = z.output<typeof deliveriesQuery>;

/** All that are kept of an endpoint, newest first. Their time is in their records: a message may wait for a day before it is sent again. */
export async function readDeliveries(company: CompanyId, webhookId: string): Promise<WebhookDelivery[]> {
  const items = await queryItems<DeliveryItem>({ partition: companyPartition(company), beginsWith: deliveryPrefix(webhookId) });
  return items
    .map(({ data }) => data)
    .filter(({ answer }) => answer !== null)
    .sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1));
}

const timeOf = ({ answer }: WebhookDelivery): string => answer?.deliveredAt ?? '';

/** Those that a query asks for, and the page of them. Pure. */
export function pageOfDeliveries(
  all: readonly WebhookDelivery[],
  { page, limit, status, eventType, from, to }: DeliveriesQuery,
): { page: WebhookDelivery[]; total: number } {
  const wanted = all.filter(delivery => {
    const date = timeOf(delivery).slice(0, 10);
    return (
      (status === undefined || delivery.status === status) &&
      (eventType === undefined || delivery.eventType === eventType) &&
      (from === undefined || date >= from) &&
      (to === undefined || date <= to)
    );
  });
  return { page: wanted.slice((page - 1) * limit, page * limit), total: wanted.length };
}
