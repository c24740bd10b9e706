import { expecting } from '../../../infra/local/api-client.ts';
import type { Scope, Service } from '../service.ts';

/** Exchange differences as lines of text: what the service shows, and what the accountant calculated. */

export const linesOfDifferences = (sums: ReadonlyMap<string, number>): string[] =>
  [...sums].map(([key, cents]) => `${key} ${(cents / 100).toFixed(2)}`).toSorted();

interface ShownDifferences {
  totals: { account: string; kind: string; total: number }[];
  revaluationDate: string | null;
  leftOutCount: number;
}

/** The sums of a month by account and kind, whether open amounts were revalued, and how much has no figure. */
export async function readDifferences(service: Service, scope: Scope, month: string) {
  const path = `/api/v1/reports/exchange-differences?period=${month}&limit=1`;
  const shown = await expecting<ShownDifferences>(200, path, service.api('GET', path, scope));
  const totals = shown.totals.map(({ account, kind, total }) => `${account} ${kind} ${total.toFixed(2)}`).toSorted();
  return { totals, isRevalued: shown.revaluationDate !== null, leftOut: shown.leftOutCount };
}
