import * as z from 'zod';
import { collated } from '#shared/base/kernel/collate.ts';
import { id } from '#shared/base/kernel/fields.ts';
import { flag, paging } from '#shared/platform/lambda/endpoint/request.ts';
import { type ClientItem, clientKey } from '#shared/records/parties/clients/store.ts';
import { readCount } from '#shared/platform/store/counts.ts';
import { getItems, queryRows } from '#shared/platform/store/read.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { FREQUENCIES, type RecurringHeader } from './model.ts';
import { COUNTED, listPartition } from './store.ts';

/** GET /api/v1/recurring-invoices: its query, and the matching templates, newest first. */

export const recurringQuery = z.object({
  ...paging(20, 100),
  search: z.string().trim().max(255).optional(),
  isActive: flag().optional(),
  frequency: z.enum(FREQUENCIES).optional(),
  clientId: id().optional(),
});
export type RecurringQuery = z.infer<typeof recurringQuery>;

/** A template of a list, with the current name of its client. */
export interface ListedTemplate {
  template: RecurringHeader;
  clientName: string | null;
}

type Filter = Pick<RecurringQuery, 'search' | 'isActive' | 'frequency' | 'clientId'>;

/** Whether a template matches the filter, apart from `search`. */
const isAskedFor = (template: RecurringHeader, { isActive, frequency, clientId }: Filter): boolean =>
  (isActive === undefined || template.isActive === isActive) &&
  (frequency === undefined || template.frequency === frequency) &&
  (clientId === undefined || template.clientId === clientId);

/** Whether reference, notes or client name contain the text, ignoring case and diacritics. Pure. */
export function matches({ template, clientName }: ListedTemplate, search: string): boolean {
  const wanted = collated(search);
  return [template.reference, template.notes, clientName].some(text => collated(text ?? '').includes(wanted));
}

/**
 * One page of templates, and their total. Without a filter, the page is read from the index and the total from a counter; with
 * filters, all index rows of the company are read. Client names are read from the clients, which costs another round trip.
 */
export async function listTemplates(
  company: CompanyId,
  query: RecurringQuery,
): Promise<{ rows: ListedTemplate[]; total: number }> {
  const { page, limit, search, isActive, frequency, clientId } = query;
  const offset = (page - 1) * limit;
  const range = { partition: listPartition(company) };
  if (!search && isActive === undefined && !frequency && !clientId) {
    const [templates, total] = await Promise.all([
      queryRows<RecurringHeader>('gsi1', range, { descending: true, limit, offset }),
      readCount(company, COUNTED),
    ]);
    return { rows: await withClientNames(templates), total };
  }
  const all = await queryRows<RecurringHeader>('gsi1', range, { descending: true });
  const found = all.filter(template => isAskedFor(template, query));
  if (!search) return { rows: await withClientNames(found.slice(offset, offset + limit)), total: found.length };
  const named = (await withClientNames(found)).filter(one => matches(one, search));
  return { rows: named.slice(offset, offset + limit), total: named.length };
}

async function withClientNames(templates: readonly RecurringHeader[]): Promise<ListedTemplate[]> {
  const keys = templates.map(({ companyId, clientId }) => clientKey(companyId, clientId));
  const clients = await getItems<ClientItem>(keys, { consistent: false });
  return templates.map((template, place) => ({ template, clientName: clients[place]?.row.record.name ?? null }));
}
