import { ok } from './errors.ts';

/** A page of a list (`data`, `total`, `page`, `limit`, `pages`). */
export interface Page<Item> {
  data: Item[];
  total: number;
  page: number;
  pages: number;
}

/**
 * The items of a list, page after page; the next page is fetched when the one before has been used up.
 *
 *     for await (const invoice of items(page => client.GET('/api/v1/invoices', { params: { query: { page } } }))) …
 *
 * @throws ApiError when a page is refused
 */
export async function* items<Item>(
  get: (page: number) => Promise<{ data?: Page<Item>; error?: unknown; response: Response }>,
): AsyncGenerator<Item, void, undefined> {
  for (let page = 1; ; page++) {
    const { data, pages } = await ok(get(page));
    yield* data;
    if (page >= pages) return;
  }
}
