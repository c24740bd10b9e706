import { chooseSeries, formatNumber, type Series, takeNumber } from '#shared/records/catalogue/series/store.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { validation } from '#shared/base/kernel/errors.ts';
import type { DocumentHeader } from '#shared/model/document.ts';
import type { Kind } from '#shared/model/kinds.ts';
import type { DocumentEvent } from '#shared/model/timeline.ts';
import { keyText } from '#shared/platform/store/key-text.ts';
import { isWhole } from '#shared/platform/store/packing/damaged.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, type Item } from '#shared/platform/store/table.ts';
import { create, update, type Write } from '#shared/platform/store/transact.ts';

/** A number that a document has taken. Each is an item; all items of a series are its register, which audits read. */
export interface TakenNumber {
  sequence: number;
  number: string;
  /** The id of the document that has the number, whatever its kind. */
  invoiceId: string;
  /** Hash of the timeline entry that took the number (documents/timeline-hashes.ts). */
  hash: string;
  /** The same of the number before it in the series; null for the first. */
  previousHash: string | null;
  /** When the document was deleted. Its number is never used again. Invoices and credit notes are not deleted once numbered, but once were. */
  deletedAt?: string;
  /** When the document was removed since its retention had ended; what is here stays, with the issue date of the document. */
  expired?: { at: string; issueDate: string };
}

/** The number of an invoice that another program issued (IMP-10). It is in no register, but no series gives it again. */
export interface ImportedNumber extends Pick<TakenNumber, 'number' | 'invoiceId'> {
  imported: { issueDate: string };
}

export const isImported = (taken: TakenNumber | ImportedNumber): taken is ImportedNumber => 'imported' in taken;

/** A number in the register, with the sort key of its item, which makes the number unique. */
export interface RegisteredNumber extends TakenNumber {
  sortKey: string;
}

/** The place in a series that the next issued document takes. */
export const seriesPosition = (series: Series): NonNullable<DocumentEvent['series']> => ({
  id: series.id,
  sequence: series.currentNumber + 1,
  previousHash: series.lastHash ?? null,
});

/** The highest number that requests may ask for. */
export const HIGHEST_NUMBER = 10 ** 14 - 1;

const register = (company: CompanyId, seriesId: string): string => `C#${company}#SERIES#${seriesId}`;
const position = (sequence: number): string => String(sequence).padStart(15, '0');

type Guarded = Pick<Kind, 'numberGuard'>;

/** What of a document its number needs. */
type Numberable = Pick<DocumentHeader, 'companyId' | 'id' | 'number' | 'issueDate'>;

/** Sort key of the item that makes a number unique. With an empty number, it is the prefix of all such keys of a kind. */
export const numberGuardKey = ({ numberGuard }: Guarded, number: string): string => `NUMBER#${numberGuard}#${keyText(number)}`;

/**
 * The write that reserves a number for a document. The text of a number is unique in a company, even among several series.
 *
 * @throws 422 when the number is taken (as the transaction fails)
 */
function reserveNumber(kind: Guarded, document: Numberable, series: Series, hash: string): Write {
  const company = document.companyId;
  const { sequence, previousHash } = seriesPosition(series);
  const row: TakenNumber = { sequence, number: document.number, invoiceId: document.id, hash, previousHash };
  return create(
    {
      ...companyKey(company, numberGuardKey(kind, document.number)),
      kind: 'number',
      row,
      gsi1pk: register(company, series.id),
      gsi1sk: position(sequence),
    },
    () =>
      validation(`Number ${document.number} is taken by another document; set the counter of the series higher.`, {
        documentSeriesId: ['the next number is taken'],
      }),
  );
}

/**
 * The writes that take a document's number: advance the series, and reserve the number. The timeline entry must have its hash
 * already.
 *
 * @param named the id of the series that the draft named before
 */
export const numberWrites = (
  kind: Guarded,
  document: Numberable,
  event: Pick<DocumentEvent, 'hash'>,
  { series, named }: { series: Series; named: string | null },
): Write[] => [
  takeNumber(document.companyId, series, named === series.id, {
    date: document.issueDate,
    hash: event.hash ?? null,
  }),
  reserveNumber(kind, document, series, event.hash ?? ''),
];

/** The write that marks the number of a deleted document in the register; none when the document has no number. */
export const releasedNumber = (kind: Guarded, document: DocumentHeader): Write[] =>
  document.sequence === null
    ? []
    : [
        update(companyKey(document.companyId, numberGuardKey(kind, document.number)), {
          expression: 'SET #row.deletedAt = :at',
          names: { '#row': 'row' },
          values: { ':at': instant() },
          condition: 'attribute_exists(pk)',
        }),
      ];

/** The write that marks the number of a document whose retention has ended in the register; none when the document has no number. */
export const expiredNumber = (
  kind: Guarded,
  { companyId, number, sequence, issueDate }: Pick<DocumentHeader, 'companyId' | 'number' | 'sequence' | 'issueDate'>,
): Write[] =>
  sequence === null
    ? []
    : [
        update(companyKey(companyId, numberGuardKey(kind, number)), {
          expression: 'SET #row.expired = :expired',
          names: { '#row': 'row' },
          values: { ':expired': { at: instant(), issueDate } satisfies TakenNumber['expired'] },
          condition: 'attribute_exists(pk)',
        }),
      ];

/** The numbers of a series between `from` and `to`, both included, in order. */
export async function readTaken(
  company: CompanyId,
  seriesId: string,
  { from, to }: { from: number; to: number },
  options: { descending?: boolean; limit?: number } = {},
): Promise<RegisteredNumber[]> {
  const range = { partition: register(company, seriesId), between: [position(from), position(to)] as [string, string] };
  const items = (await queryItems<Item & { row: TakenNumber }>(range, { ...options, index: 'gsi1' })).filter(item =>
    isWhole(item, 'row'),
  );
  return items.map(({ row, sk }) => ({ ...row, sortKey: sk }));
}

export interface Numbered<D extends DocumentHeader> {
  document: D;
  /** The series that the number was taken from; undefined when the document had its number already. */
  taken: Series | undefined;
  /** The next free number of its series; null when the series does not exist any more. */
  next: number | null;
}

/**
 * The draft with the next number of its series: the series that it names if that is still active, else the default one of its kind.
 * A restored document keeps the number that it had. Pure.
 *
 * @throws 422 when no series can number it
 */
export function numberedDraft<D extends DocumentHeader>(
  { seriesType }: Pick<Kind, 'seriesType'>,
  draft: D,
  series: readonly Series[],
): Numbered<D> {
  if (draft.sequence !== null) {
    const own = series.find(one => one.id === draft.seriesId);
    return { document: draft, taken: undefined, next: own ? own.currentNumber + 1 : null };
  }
  const kept = series.some(one => one.id === draft.seriesId && one.active) ? draft.seriesId : null;
  const chosen = chooseSeries([...series], seriesType, kept);
  if (!chosen)
    throw validation('There is no active series for the document.', { documentSeriesId: ['an active series is needed'] });
  const sequence = chosen.currentNumber + 1;
  return {
    document: {
      ...draft,
      sequence,
      number: formatNumber(chosen, sequence),
      seriesId: chosen.id,
      series: { id: chosen.id, name: chosen.name, prefix: chosen.prefix, year: chosen.year },
    },
    taken: chosen,
    next: sequence + 1,
  };
}
