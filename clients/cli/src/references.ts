import { type InvoicingClient, items, ok } from '../../typescript/src/index.ts';
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

/**
 * The id of a client or supplier that is named by its id or by its tax number, with or without `RO`.
 *
 * @throws CommandFailed when none has the number, or several have it
 */
export async function partnerId(api: InvoicingClient, of: 'client' | 'supplier', named: string): Promise<string> {
  if (ID.test(named)) return named;
  const wanted = bare(named);
  const found: string[] = [];
  const query = { search: wanted };
  if (of === 'client') {
    for await (const { id, cui } of items(api, '/api/v1/clients', { query })) if (bare(cui ?? '') === wanted) found.push(id);
  } else {
    for await (const { id, cif } of items(api, '/api/v1/suppliers', { query })) if (bare(cif ?? '') === wanted) found.push(id);
  }
  const [first, ...others] = found;
  if (first === undefined) throw new CommandFailed(`There is no ${of} with the tax number ${named}.`, EXIT.notFound);
  if (others.length > 0)
    throw new CommandFailed(`Several ${of}s have the tax number ${named}; use an id: ${found.join(', ')}.`, EXIT.usage);
  return first;
}

/**
 * The id of a series that is named by its id, its prefix (without separators at its end), or its name.
 *
 * @throws CommandFailed when none has it, or several have it
 */
export async function seriesId(api: InvoicingClient, named: string): Promise<string> {
  if (ID.test(named)) return named;
  const all = await ok(api.GET('/api/v1/document-series', {}));
  const found = all.filter(({ prefix, name }) => [prefix, prefix.replace(/[-/._ ]+$/, ''), name].includes(named));
  const [first, ...others] = found;
  if (!first) throw new CommandFailed(`There is no series ${named}.`, EXIT.notFound);
  if (others.length > 0)
    throw new CommandFailed(
      `Several series are called ${named}; use an id: ${found.map(({ id }) => id).join(', ')}.`,
      EXIT.usage,
    );
  return first.id;
}

const bare = (taxNumber: string): string =>
  taxNumber
    .replaceAll(/\s/g, '')
    .toUpperCase()
    .replace(/^RO(?=\d)/, '');
