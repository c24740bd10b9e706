import { newId } from '#shared/base/kernel/ids.ts';
import type { PersonRef } from '#shared/model/document.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, companyPartition, type Item } from '#shared/platform/store/table.ts';
import { create, type Write } from '#shared/platform/store/transact.ts';

/**
 * Changes of a series' counter by users. Each is an item `C#<company>` / `COUNTERCHANGE#<series>#<id>`, which the audit of the
 * series shows: numbers that are missing after a raise have a reason and a name.
 */
export interface CounterChange {
  from: number;
  to: number;
  /** Null for a counter that was lowered without a reason. */
  reason: string | null;
  by: PersonRef;
  at: string;
}

const prefixOf = (seriesId: string): string => `COUNTERCHANGE#${seriesId}#`;

/** The write that records a change of a counter. */
export const counterChangeWrite = (company: CompanyId, seriesId: string, change: CounterChange): Write =>
  create({ ...companyKey(company, `${prefixOf(seriesId)}${newId()}`), kind: 'counter-change', data: change });

/** The most changes that an audit shows. */
const MOST_SHOWN = 100;

/** The latest changes of a series' counter, newest first: one query. */
export const readCounterChanges = async (company: CompanyId, seriesId: string): Promise<CounterChange[]> => {
  const range = { partition: companyPartition(company), beginsWith: prefixOf(seriesId) };
  const items = await queryItems<Item & { data: CounterChange }>(range, { descending: true, limit: MOST_SHOWN });
  return items.map(({ data }) => data);
};
