import { getItem } from './read.ts';
import { type CompanyId, companyKey, type Item } from './table.ts';
import { update, type Write } from './transact.ts';

/** Counts that are kept, not counted: moved in the transactions that create and remove what they count. */
export type Counted = 'CLIENT' | 'PRODUCT';

const counterKey = (company: CompanyId, what: Counted) => companyKey(company, `COUNT#${what}`);

/** Moves a count. */
export const count = (company: CompanyId, what: Counted, by: number): Write =>
  update(counterKey(company, what), {
    expression: 'SET #kind = :kind ADD #count :by',
    names: { '#kind': 'kind', '#count': 'count' },
    values: { ':kind': 'counter', ':by': by },
  });

export const readCount = async (company: CompanyId, what: Counted): Promise<number> =>
  (await getItem<Item & { count: number }>(counterKey(company, what)))?.count ?? 0;
