import { items } from '../../../typescript/src/index.ts';
import { connect, type Context } from '../context.ts';
import { table } from '../output.ts';

export interface ClientListOptions {
  search?: string;
  most: number;
}

/** Lists the clients of the company by name. */
export async function listClients(context: Context, { search, most }: ClientListOptions): Promise<void> {
  const query = { limit: Math.min(most, 100), ...(search !== undefined && { search }) };
  const found: { id: string; name: string; cui: string | null }[] = [];
  for await (const client of items(connect(context), '/api/v1/clients', { query })) if (found.push(client) >= most) break;
  const rows = found.map(({ id, name, cui }) => [cui ?? '', name, id]);
  context.output.result(found, found.length === 0 ? [] : table(['Tax number', 'Name', 'Id'], rows));
  if (found.length === 0) context.output.note('There is no such client.');
}
