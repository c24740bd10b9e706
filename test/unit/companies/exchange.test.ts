import { describe, expect, it } from 'vitest';
import type { Company as Stored } from '#shared/model/company.ts';
import { exchange } from '#shared/records/parties/companies/set-active.ts';

describe('the companies that change when one is made writable', () => {
  const company = (id: string, isReadOnly: boolean, updatedAt: string) => ({ id, isReadOnly, updatedAt, version: 1 }) as Stored;
  const target = company('t', true, '2026-01-01');
  const others = [company('b', false, '2026-02-02'), company('a', false, '2026-02-02'), company('c', false, '2026-02-03')];

  it.each([
    ['a writable company', others[0], { count: 4, limit: 3 }, []],
    ['no limit', target, { count: 4, limit: null }, ['t']],
    ['room left', target, { count: 4, limit: 4 }, ['t']],
    ['no room: the oldest, of two the first by id', target, { count: 4, limit: 3 }, ['t', 'a']],
    ['one that the index does not have yet counts', target, { count: 5, limit: 4 }, ['t', 'a']],
  ])('%s', (_, chosen, plan, changed) => {
    expect(exchange(chosen as Stored, [target, ...others], plan).map(({ after }) => after.id)).toEqual(changed);
  });
});
