import { expecting } from '../../../infra/local/api-client.ts';
import type { Scope, Service } from '../service.ts';
import type { VatReturn } from './law/vat-return.ts';

/** The VAT return and the statement of supplies to the Union as lines of text: what the service shows, and what the accountant calculated. */

const SUMS = ['totalSales', 'totalVatCollected', 'totalPurchases', 'totalVatDeductible', 'vatDue'] as const;
/** Totals, of which the form has VAT alone here. */
const TOTALS = ['19', '30', '31', '35', '36', '37'];

const written = (cents: number): string => ((cents + 0) / 100).toFixed(2);
const inCents = (value: number | null): number => Math.round((value ?? 0) * 100) + 0;
const lineOf = (row: string, base: number, vat: number): string =>
  TOTALS.includes(row) ? `row ${row}: ${written(vat)}` : `row ${row}: ${written(base)} ${written(vat)}`;

export const linesOfReturn = ({ rows, sums }: VatReturn): string[] =>
  [
    ...SUMS.map(name => `${name}: ${written(sums[name])}`),
    ...[...rows].filter(([, { base, vat }]) => base !== 0 || vat !== 0).map(([row, { base, vat }]) => lineOf(row, base, vat)),
  ].toSorted();

interface ShownReturn extends Record<(typeof SUMS)[number], number> {
  rows: { row: string; baseLei: number | null; vatLei: number | null }[];
}

export async function readReturn(service: Service, scope: Scope, month: string): Promise<string[]> {
  const path = `/api/v1/reports/vat?year=${month.slice(0, 4)}&month=${Number(month.slice(5))}`;
  const shown = await expecting<ShownReturn>(200, path, service.api('GET', path, scope));
  return [
    ...SUMS.map(name => `${name}: ${written(inCents(shown[name]))}`),
    ...shown.rows
      .map(({ row, baseLei, vatLei }) => ({ row, base: inCents(baseLei), vat: inCents(vatLei) }))
      .filter(({ row, base, vat }) => vat !== 0 || (base !== 0 && !TOTALS.includes(row)))
      .map(({ row, base, vat }) => lineOf(row, base, vat)),
  ].toSorted();
}

interface ShownStatement {
  operations: { kind: string; partner: { country: string | null; taxNumber: string | null }; baseLei: number }[];
}

/** What was supplied to the Union, in cents by kind. */
export async function readUnionSupplies(service: Service, scope: Scope, month: string): Promise<Map<string, number>> {
  const path = `/api/v1/reports/declarations?form=d390&period=${month}`;
  const { operations } = await expecting<ShownStatement>(200, path, service.api('GET', path, scope));
  return new Map(operations.map(({ kind, baseLei }) => [kind, inCents(baseLei)]));
}

/** The entries of a month's return, each with the id of its document before it. */
export async function readEntries(service: Service, scope: Scope, month: string): Promise<string[]> {
  const path = `/api/v1/reports/vat?year=${month.slice(0, 4)}&month=${Number(month.slice(5))}`;
  const { invoices } = await expecting<{ invoices: { documentId: string }[] }>(200, path, service.api('GET', path, scope));
  return invoices.map(entry => `${entry.documentId} ${month} ${JSON.stringify(entry)}`);
}
