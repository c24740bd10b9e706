import { instant } from '../kernel/clock.ts';
import { found } from '../kernel/errors.ts';
import { count } from '../store/counter.ts';
import { getItems } from '../store/read.ts';
import type { CompanyId } from '../store/table.ts';
import { type Commit, commitPlainly, retryOnContention } from '../store/transact.ts';
import { deleteWrites } from './client-store.ts';
import { type Client, clientKey, readClient, type StoredClient } from './client.ts';

/** Removes a client; documents keep their copy of it, and its tax number is free again. @throws 404 */
export function removeClient(company: CompanyId, loaded: Client, commit: Commit<void>): Promise<void> {
  return retryOnContention(async attempt => {
    const client = attempt === 0 ? loaded : found(await readClient(company, loaded.id), 'Client');
    return commit([...deleteWrites(company, client, instant()), count(company, 'CLIENT', -1)], undefined);
  });
}

export interface BulkRemoval {
  deleted: number;
  errors: { id: string; error: string }[];
}

/** Two writes each, and one for the count: a transaction takes 100. */
const PER_TRANSACTION = 45;

/** Removes up to 100 clients, in one transaction per 45; ids that name none are told one by one. */
export async function removeClients(company: CompanyId, ids: string[], commit: Commit<BulkRemoval>): Promise<BulkRemoval> {
  const unique = [...new Set(ids.map(id => id.toLowerCase()))];
  const outcome: BulkRemoval = { deleted: 0, errors: [] };
  for (let at = 0; at < unique.length; at += PER_TRANSACTION) {
    const last = at + PER_TRANSACTION >= unique.length;
    const so = await removeSome(company, unique.slice(at, at + PER_TRANSACTION), outcome, last ? commit : commitPlainly);
    Object.assign(outcome, so);
  }
  return outcome;
}

function removeSome(company: CompanyId, ids: string[], before: BulkRemoval, commit: Commit<BulkRemoval>): Promise<BulkRemoval> {
  return retryOnContention(async () => {
    const items = (await getItems(ids.map(id => clientKey(company, id)))) as (StoredClient | undefined)[];
    const clients = items.flatMap(item => (item?.data.deletedAt === null ? [item.data] : []));
    const there = new Set(clients.map(client => client.id));
    const missing = ids.filter(id => !there.has(id)).map(id => ({ id, error: 'Client not found.' }));
    const after = { deleted: before.deleted + clients.length, errors: [...before.errors, ...missing] };
    const writes = clients.flatMap(client => deleteWrites(company, client, instant()));
    return clients.length > 0 ? commit([...writes, count(company, 'CLIENT', -clients.length)], after) : after;
  });
}
