import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';
import { getItem } from './read.ts';
import { type CompanyId, companyKey, type Item } from './table.ts';
import { update, type Write } from './transact.ts';

/**
 * Counters of a company's records, one per kind (e.g. `CLIENT`). They are updated in the transactions that create and remove
 * records, so that lists need not count.
 */

const counterKey = (company: CompanyId, what: string) => companyKey(company, `COUNT#${what}`);

/** The write that adds `by`, which may be negative, to a counter of a company. @param what the kind of record, such as `CLIENT` */
export const count = (company: CompanyId, what: string, by: number): Write =>
  update(counterKey(company, what), {
    expression: 'SET #kind = :kind ADD #count :by',
    names: { '#kind': 'kind', '#count': 'count' },
    values: { ':kind': 'counter' satisfies ItemKind, ':by': by },
  });

export const readCount = async (company: CompanyId, what: string): Promise<number> =>
  (await getItem<Item & { count: number }>(counterKey(company, what)))?.count ?? 0;
