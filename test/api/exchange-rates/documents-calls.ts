import { beforeAll } from 'vitest';
import { rateBefore } from '#shared/records/exchange-rates/read.ts';
import { clearCaches } from '#shared/base/kernel/caches.ts';
import type { Service } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';

export interface Rated {
  currency: string;
  exchangeRate: number;
  exchangeRateDate: string | null;
}

/** Shared by tests of documents with rates. */
export function useRatedDocuments(service: () => Service) {
  const { scope, request, put, act, draft, issued, creditDraft, inForce, xmlOf } = useTrader({ service, lasting: true });
  const rateOf = ({ exchangeRate, exchangeRateDate }: object & Partial<Rated>): unknown[] => [exchangeRate, exchangeRateDate];
  const published = async (day: string, currency = 'EUR'): Promise<[number, string]> => {
    const found = await rateBefore(day, currency);
    return [Number(found?.rate), found?.date ?? ''];
  };
  const changed = async (id: string, changes: object): Promise<unknown[]> => rateOf((await put(id, changes)).body.invoice);
  const at = (timestamp: string): void => {
    service().runtime.clock.set(timestamp);
  };
  const runSchedule = async (): Promise<void> => {
    service().runtime.schedules.run('exchange-rates');
    await service().idle();
    clearCaches();
  };

  beforeAll(async () => {
    service().runtime.clock.freeze(true);
    at('2026-11-23T09:00:00Z');
    await runSchedule();
  }, 60_000);

  return { rateOf, published, changed, at, runSchedule, scope, request, act, draft, issued, creditDraft, inForce, xmlOf };
}
