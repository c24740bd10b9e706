import type { InvoicingClient } from './client.ts';
import { ok } from './errors.ts';
import type { paths } from './schema.ts';

/** The query that a path takes with GET; never if it takes none. */
type QueryOf<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Query } } }
  ? NonNullable<Query>
  : never;

type BodyOf<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

/** The paths of all lists with pages. */
export type ListPath = {
  // Without the brackets, `never` would pass: it has every key.
  [Path in keyof paths]: [QueryOf<Path>] extends [never] ? never : 'page' extends keyof QueryOf<Path> ? Path : never;
}[keyof paths];

/** What a list takes besides the number of the page: `path`, `query`, `header`. */
export type ListParameters<Path extends ListPath> = paths[Path] extends { get: { parameters: infer Parameters } }
  ? Omit<Parameters, 'query'> & { query?: Omit<QueryOf<Path>, 'page'> }
  : never;

/** A record of a list. */
export type ListItem<Path extends ListPath> =
  BodyOf<Path> extends { data: (infer Item)[] }
    ? Item
    : BodyOf<Path> extends { data: Record<string, (infer Item)[]> }
      ? Item
      : BodyOf<Path> extends { invoiceHistory: (infer Item)[] }
        ? Item
        : BodyOf<Path> extends { clients: (infer Item)[] }
          ? Item
          : never;

/** No parameters have to be given where the path has none. */
type Given<Parameters> = object extends Parameters ? [parameters?: Parameters] : [parameters: Parameters];

/** The most records that every list puts on a page. */
const LARGEST_PAGE = 100;

/**
 * The records of a list, page after page; a page is fetched when the one before has been used up.
 *
 *     for await (const invoice of items(client, '/api/v1/invoices', { query: { status: ['issued'] } })) …
 *
 * Clients and suppliers come in groups by first letter, one after the other. `/api/v1/clients/{uuid}` yields the invoices of the client.
 * A record that is added while the list is read moves those behind it by one: one of them may then come twice.
 *
 * @param parameters what the list takes (filters, order, ids in the path); `limit` is the size of a page, 100 by default
 * @throws ApiError when a page is refused
 */
export async function* items<Path extends ListPath>(
  client: InvoicingClient,
  path: Path,
  ...[parameters]: Given<ListParameters<Path>>
): AsyncGenerator<ListItem<Path>, void, undefined> {
  // The types of one path are those of the caller; inside, all lists are read alike.
  const get = client.GET as unknown as AnyList;
  const { query, ...others }: AnyParameters = parameters ?? {};
  let seen = 0;
  for (let page = 1; ; page++) {
    const params = { ...others, query: { limit: LARGEST_PAGE, ...query, page } };
    const { records, total } = contentOf(await ok(get(path, { params })));
    // What a path lists is said by the document, from which ListItem is derived.
    yield* records as ListItem<Path>[];
    seen += records.length;
    if (records.length === 0 || seen >= total) return;
  }
}

interface AnyParameters {
  query?: object;
}

/** The forms in which lists are answered. */
type AnyPage =
  | { data: unknown[] | Record<string, unknown[]>; total: number }
  | { invoiceHistory: unknown[]; invoiceCount: number }
  | { clients: unknown[]; total: number };

type AnyList = (path: string, init: { params: object }) => Promise<{ data?: AnyPage; error?: unknown; response: Response }>;

/** The records of a page, and the number of those on all pages. */
function contentOf(page: AnyPage): { records: unknown[]; total: number } {
  if ('invoiceHistory' in page) return { records: page.invoiceHistory, total: page.invoiceCount };
  if ('clients' in page) return { records: page.clients, total: page.total };
  return { records: Array.isArray(page.data) ? page.data : Object.values(page.data).flat(), total: page.total };
}
