import { describe, expect, test } from 'vitest';
import { answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { withPageLinks } from '#shared/platform/lambda/endpoint/conventions/page-links.ts';
import { eventOf } from './event.ts';

const asked = (rawQueryString = '', method = 'GET') => ({ ...eventOf({ method }), rawPath: '/api/v1/invoices', rawQueryString });
const page = (page: number, pages: number, limit = 20) => answer(200, { data: [], total: 0, page, limit, pages }, { 'x-a': 'b' });

/** The query of each link by its relation. */
const linked = (value: string | undefined): Record<string, string> =>
  Object.fromEntries(
    [...(value ?? '').matchAll(/<\/api\/v1\/invoices\?([^>]*)>; rel="(\w+)"/g)].map(([, query = '', relation = '']) => [
      relation,
      query,
    ]),
  );
const relations = (...given: Parameters<typeof page>) => linked(withPageLinks(asked(), page(...given)).headers['link']);

describe('the links of a page', () => {
  test('are right for the first, a middle and the last one', () => {
    const [first, last] = ['page=1&limit=20', 'page=3&limit=20'];
    expect(relations(1, 3)).toEqual({ first, next: 'page=2&limit=20', last });
    expect(relations(2, 3)).toEqual({ first, prev: 'page=1&limit=20', next: 'page=3&limit=20', last });
    expect(relations(3, 3)).toEqual({ first, prev: 'page=2&limit=20', last });
  });

  test('of a page behind the last lead back to the last; an empty list has one page', () => {
    expect(relations(9, 3)).toMatchObject({ prev: 'page=3&limit=20', last: 'page=3&limit=20' });
    expect(relations(1, 0)).toEqual({ first: 'page=1&limit=20', last: 'page=1&limit=20' });
  });

  test('keep the query, and state the limit that was applied', () => {
    const { headers } = withPageLinks(asked('search=a%26b%3E&page=1&limit=1000&status=draft'), page(1, 2, 100));
    expect(linked(headers['link'])['next']).toBe('search=a%26b%3E&page=2&limit=100&status=draft');
    expect(headers['x-a']).toBe('b');
  });

  test('are absent in other responses', () => {
    const others = [
      answer(200, { page: 1 }),
      answer(200, [1]),
      answer(200, null),
      answer(404, { error: {} }),
      answer(200, 'text'),
    ];
    for (const one of others) expect(withPageLinks(asked(), one)).toBe(one);
    const list = page(1, 3);
    expect(withPageLinks(asked('', 'POST'), list)).toBe(list);
  });
});
