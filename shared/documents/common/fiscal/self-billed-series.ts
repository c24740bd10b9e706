import type { Series } from '#shared/records/catalogue/series/store.ts';
import { isSelfBilled } from '#shared/model/roles.ts';
import type { Invoice } from '#shared/model/invoice.ts';

type Numbered = Pick<Invoice, 'direction' | 'invoiceTypeCode' | 'isCreditNote' | 'selfBilled' | 'seriesId'>;

/**
 * Self-billed invoices should be numbered in a series of their own (INV-48): the client is the seller, so the
 * numbers are the client's. The default series numbers the company's own sales; using it gives a warning, not an error. Pure.
 */
export function selfBilledSeriesWarnings(document: Numbered, series: readonly Series[]): string[] {
  const taken = series.find(one => one.id === document.seriesId);
  if (!isSelfBilled(document) || !taken?.isDefault) return [];
  return [
    `documentSeriesId: ${taken.name} is the default series, which numbers the company's own sales: give self-billed invoices a series of their own.`,
  ];
}
