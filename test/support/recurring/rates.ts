import { dayKey, PARTITION } from '#shared/records/exchange-rates/store.ts';
import { clearCaches } from '#shared/base/kernel/caches.ts';
import { put, transact } from '#shared/platform/store/transact.ts';

/** Stores the exchange rates of a day, and replaces existing ones. */
export async function publishRates(date: string, rates: Record<string, string>): Promise<void> {
  await transact([put({ pk: PARTITION, sk: dayKey(date), kind: 'exchange-rates', data: { date, rates } })]);
  clearCaches();
}
