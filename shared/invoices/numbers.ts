import type { Series } from '../catalogue/series.ts';
import { validation } from '../kernel/errors.ts';
import { queryRows } from '../store/read.ts';
import { type CompanyId, companyKey, companyScope } from '../store/table.ts';
import { create, type Write } from '../store/transact.ts';
import type { InvoiceDocument, InvoiceEvent } from './model.ts';

/** The numbers that documents have taken: one item each, which is also the register of its series. */
export interface TakenNumber {
  sequence: number;
  number: string;
  invoiceId: string;
  /** Of the issue that took it, and of the issue before it in the series (chain.ts). */
  hash: string;
  previousHash: string | null;
}

/** The place that an issue takes in a series. */
export const placeIn = (series: Series): NonNullable<InvoiceEvent['series']> => ({
  id: series.id,
  sequence: series.currentNumber + 1,
  previousHash: series.lastHash ?? null,
});

const register = (company: CompanyId, seriesId: string): string => `C#${company}#SERIES#${seriesId}`;
const place = (sequence: number): string => String(sequence).padStart(15, '0');

/** Takes a number for a document: one document per number text in a company, whatever series it came from. */
export function takenWrite(document: InvoiceDocument, event: InvoiceEvent): Write {
  const company = companyScope(document.companyId);
  const { series, hash = '' } = event;
  const row: TakenNumber = {
    sequence: series?.sequence ?? 0,
    number: document.number,
    invoiceId: document.id,
    hash,
    previousHash: series?.previousHash ?? null,
  };
  return create(
    {
      ...companyKey(company, `NUMBER#${document.isCreditNote ? 'CN' : 'INV'}#${document.number}`),
      kind: 'number',
      row,
      gsi1pk: register(company, series?.id ?? ''),
      gsi1sk: place(row.sequence),
    },
    () =>
      validation(`Number ${document.number} is taken by another document; set the counter of the series higher.`, {
        documentSeriesId: ['the next number is taken'],
      }),
  );
}

/** The numbers of a series from … to (included), in order. */
export const readTaken = (
  company: CompanyId,
  seriesId: string,
  { from, to }: { from: number; to: number },
  options: { descending?: boolean; limit?: number } = {},
): Promise<TakenNumber[]> =>
  queryRows<TakenNumber>('gsi1', { partition: register(company, seriesId), between: [place(from), place(to)] }, options);
