import { expect, it } from 'vitest';
import { handler as list } from '../../../functions/clients/list.ts';
import { refusedRequest } from '../../support/refused/request.ts';

/** Invalid pages of lists, with messages that say what to change. */

it('accepts valid pages', async () => {
  expect(await refusedRequest(list, { query: 'page=999999999&limit=1' })).toBeUndefined();
});

it.each([
  ['page=-1', 'must be at least 1'],
  ['page=0', 'must be at least 1'],
  ['limit=-5', 'must be at least 1'],
  ['page=1.5', 'must be a whole number'],
  ['page=next', 'must be a whole number'],
  ['page=10000000000', 'must be at most 999999999'],
])('?%s: 422, %s', async (query, message) => {
  const [name = ''] = query.split('=');
  expect(await refusedRequest(list, { query })).toEqual({
    ...{ status: 422, code: 'validation_error', details: { [name]: [message] } },
  });
});
