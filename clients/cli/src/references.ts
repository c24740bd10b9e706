import { type InvoicingClient, items } from '../../typescript/src/index.ts';
import { CommandFailed, EXIT } from './exit-codes.ts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The id of an invoice that is named by its id or by its number.
 *
 * @throws CommandFailed when no document has the number, or several have it
 */
export async function invoiceId(api: InvoicingClient, named: string): Promise<string> {
  if (ID.test(named)) return named;
  const found: { id: string; direction: string }[] = [];
  for await (const { id, number, direction } of items(api, '/api/v1/invoices', { query: { search: named } })) {
    if (number.toLowerCase() === named.toLowerCase()) found.push({ id, direction });
  }
  // Numbers of suppliers may be the same as own ones.
  const own = found.filter(({ direction }) => direction === 'outgoing');
  const [first, ...others] = own.length > 0 ? own : found;
  if (!first) throw new CommandFailed(`There is no invoice ${named}.`, EXIT.notFound);
  if (others.length > 0) {
    const ids = [first, ...others].map(({ id }) => id).join(', ');
    throw new CommandFailed(`Several documents have the number ${named}; use an id: ${ids}.`, EXIT.usage);
  }
  return first.id;
}
