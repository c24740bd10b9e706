import { addDays } from '#shared/base/kernel/dates.ts';
import type { TransportDeclaration } from '#shared/model/transport.ts';
import type { TransportFinding } from './rules/types.ts';

/**
 * How long an identifier (UIT) is valid: OUG 41/2022 art. 11, in the authority's guide of 2025 (p. 11). It is issued at most 3
 * calendar days before the declared start of the transport and is valid for 5 calendar days from that day on, for 15 in case of
 * acquisitions in the EU, goods in transit to a store, processing and call-off stock.
 */
export const UIT_DAYS_AHEAD = 3;
const DAYS = 5;
const LONG_DAYS = 15;
const LONG_OPERATIONS: readonly number[] = [10, 12, 14, 22, 24, 60];

/** The last day (`YYYY-MM-DD`) on which a declaration's identifier is valid; the declared day is the first. Null without a date. */
export function uitValidUntil({ transportDate, operationType }: Pick<TransportDeclaration, 'transportDate' | 'operationType'>) {
  if (transportDate === null) return null;
  return addDays(transportDate, (LONG_OPERATIONS.includes(operationType) ? LONG_DAYS : DAYS) - 1);
}

/** The last day on which a declaration may be corrected: the 25th of the month after that of `validUntil` (OUG 129/2024). */
export function correctableUntil(validUntil: string): string {
  const [year = 0, month = 0] = validUntil.split('-').map(Number);
  return new Date(Date.UTC(year, month, 25)).toISOString().slice(0, 10);
}

/**
 * Warnings about a declared date that the law does not allow. They are no errors: the authority's rules do not check the date.
 *
 * @param today the date in Romania, `YYYY-MM-DD`
 */
export function timeWarnings(declaration: TransportDeclaration, today: string): TransportFinding[] {
  const { transportDate, postIncident } = declaration;
  const warning = (message: string): TransportFinding[] => [
    { rule: 'UIT', message, severity: 'warning', field: 'etransportTransportDate' },
  ];
  if (transportDate === null || postIncident) return [];
  if (transportDate < today)
    return warning('A transport must be declared before it starts; if an outage prevented that, set etransportPostIncident.');
  if (transportDate > addDays(today, UIT_DAYS_AHEAD))
    return warning(`The authority issues the identifier (UIT) at most ${UIT_DAYS_AHEAD} days before the transport starts.`);
  return [];
}
