import * as z from 'zod';
import { paging } from '#shared/platform/lambda/endpoint/request.ts';
import { collated } from '#shared/base/kernel/collate.ts';
import { country } from '#shared/base/kernel/fields.ts';
import { hasMetadata, metadataFilter } from '#shared/model/callers-data/metadata.ts';
import { readCount } from '#shared/platform/store/counts.ts';
import { listedRows } from '#shared/platform/store/listed.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { type Client, type ClientRow, clients, type ClientStats } from './store.ts';

/** GET /api/v1/clients: the query and its execution. */

export const clientQuery = z.object({
  ...paging(20, 200),
  search: z.string().trim().max(255).optional(),
  type: z.enum(['company', 'individual']).optional(),
  country: country().optional(),
  vatPayer: z.enum(['yes', 'no']).optional(),
  metadata: metadataFilter(),
  sort: z.enum(['name', 'createdAt']).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
});
export type ClientQuery = z.infer<typeof clientQuery>;

const SEARCHED = ['name', 'cui', 'cnp', 'vatCode', 'idNumber', 'email'] as const satisfies (keyof Client)[];

/** Whether a client matches a query. Search ignores case and diacritics. */
export function matches(client: Client, query: Omit<ClientQuery, 'page' | 'limit'>): boolean {
  if (query.type && client.type !== query.type) return false;
  if (query.country && client.country !== query.country) return false;
  if (query.vatPayer && client.isVatPayer !== (query.vatPayer === 'yes')) return false;
  if (query.metadata && !hasMetadata(client.metadata, query.metadata)) return false;
  if (!query.search) return true;
  const wanted = collated(query.search);
  return SEARCHED.some(field => collated(client[field] ?? '').includes(wanted));
}

/**
 * A page of clients and their total number. Sorted by name and without filter, the page is read from the index and the total from a
 * counter; any other query reads all rows of the company.
 */
export async function listClients(company: CompanyId, query: ClientQuery): Promise<{ rows: ClientRow[]; total: number }> {
  const { page, limit, sort, order } = query;
  const offset = (page - 1) * limit;
  const descending = order === 'desc';
  const filtered = query.search || query.type || query.country || query.vatPayer || query.metadata;
  if (sort === 'name' && !filtered) {
    const [rows, total] = await Promise.all([
      listedRows<Client, ClientStats>(clients, company, { descending, limit, offset }),
      readCount(company, 'CLIENT'),
    ]);
    return { rows, total };
  }
  const all = await listedRows<Client, ClientStats>(clients, company, { descending });
  const found = all.filter(({ record }) => matches(record, query));
  if (sort === 'createdAt') found.sort((a, b) => byCreation(a.record, b.record) * (descending ? -1 : 1));
  return { rows: found.slice(offset, offset + limit), total: found.length };
}

const byCreation = (a: Client, b: Client): number => (a.createdAt + a.id < b.createdAt + b.id ? -1 : 1);
