import type { Series } from '../catalogue/series/store.ts';
import { instant } from '../kernel/clock.ts';
import { validation } from '../kernel/errors.ts';
import { getItem, queryItems } from '../store/read.ts';
import { type CompanyId, companyKey, companyScope, type Item, type Key } from '../store/table.ts';
import { create, update, type Write } from '../store/transact.ts';
import type { Invoice, InvoiceDocument, InvoiceEvent } from '../model/invoice.ts';

/** The numbers that documents have taken: one item each, which is also the register of its series. */
export interface TakenNumber {
  sequence: number;
  number: string;
  invoiceId: string;
  /** Of the issue that took it, and of the issue before it in the series (documents/timeline-hashes.ts). */
  hash: string;
  previousHash: string | null;
  /** When the document was deleted as a restored draft: its number is given to nobody else. */
  deletedAt?: string;
}

/** A number as the register of its series has it, with the key that keeps it from being taken twice. */
export interface RegisteredNumber extends TakenNumber {
  sortKey: string;
}

/** The place that an issue takes in a series. */
export const placeIn = (series: Series): NonNullable<InvoiceEvent['series']> => ({
  id: series.id,
  sequence: series.currentNumber + 1,
  previousHash: series.lastHash ?? null,
});

const register = (company: CompanyId, seriesId: string): string => `C#${company}#SERIES#${seriesId}`;
const place = (sequence: number): string => String(sequence).padStart(15, '0');

/** Where the number of a document is taken. */
export const numberSortKey = ({ isCreditNote, number }: Pick<Invoice, 'isCreditNote' | 'number'>): string =>
  `NUMBER#${isCreditNote ? 'CN' : 'INV'}#${number}`;

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
      ...companyKey(company, numberSortKey(document)),
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

/** The write that notes in the register that a numbered document is deleted; none where the register lacks the number. */
export async function givenUpWrites(document: Invoice): Promise<Write[]> {
  if (document.sequence === null) return [];
  const key: Key = companyKey(companyScope(document.companyId), numberSortKey(document));
  if (!(await getItem(key))) return [];
  return [
    update(key, {
      expression: 'SET #row.deletedAt = :at',
      names: { '#row': 'row' },
      values: { ':at': instant() },
      condition: 'attribute_exists(pk)',
    }),
  ];
}

/** The numbers of a series from … to (included), in order. */
export async function readTaken(
  company: CompanyId,
  seriesId: string,
  { from, to }: { from: number; to: number },
  options: { descending?: boolean; limit?: number } = {},
): Promise<RegisteredNumber[]> {
  const range = { partition: register(company, seriesId), between: [place(from), place(to)] as [string, string] };
  const items = await queryItems<Item & { row: TakenNumber }>(range, { ...options, index: 'gsi1' });
  return items.map(({ row, sk }) => ({ ...row, sortKey: sk }));
}
