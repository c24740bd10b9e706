import { formatNumber, readSeriesById, type Series } from '#shared/records/catalogue/series/store.ts';
import { type CounterChange, readCounterChanges } from '#shared/records/catalogue/series/counter-changes.ts';
import { countedUses, readSeriesUses } from '#shared/records/catalogue/series/uses.ts';
import { instant, today } from '#shared/base/kernel/clock.ts';
import { notFound } from '#shared/base/kernel/errors.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { sleepWithJitter } from '#shared/platform/store/resend.ts';
import { auditedDeliveryNotes } from '#shared/documents/delivery-notes/audit.ts';
import { DamagedItem } from '#shared/platform/store/packing/packed.ts';
import type { AuditedDocument, AuditedHeader, AuditedKind } from '#shared/documents/common/audited-kind.ts';
import { auditedInvoices } from '#shared/documents/invoices/audit/audited-invoices.ts';
import { isOfOtherYear } from '#shared/documents/common/fiscal/series-warnings.ts';
import {
  HIGHEST_NUMBER,
  numberGuardKey,
  readTaken,
  type RegisteredNumber,
  type TakenNumber,
} from '#shared/documents/common/numbering.ts';
import { NUMBERED } from '#shared/model/kinds.ts';
import type { DocumentEvent } from '#shared/model/timeline.ts';
import { AUDITED_RECEIPTS } from '#shared/documents/receipts/audit.ts';
import { firstRetained, RETENTION_BY_LAW } from '#shared/output/files/retention.ts';
import { auditedProformas } from '#shared/documents/proformas/audit.ts';

/**
 * The audit of a series: which numbers were used, which are missing, used twice or cancelled, and whether the hash chain of the
 * series and all its documents are unchanged (documents/timeline-hashes.ts).
 */
export interface SeriesAudit {
  series: Series;
  /** The first and the last number in the register of the whole series; null when it is empty. */
  first: RegisteredNumber | null;
  last: RegisteredNumber | null;
  /** The audited range, and the number with which to continue; null when nothing is left. */
  from: number;
  to: number;
  next: number | null;
  numbers: AuditedNumber[];
  /** Ranges of numbers without a document: never used, or the document was deleted as a restored draft. */
  gaps: { from: number; to: number }[];
  /** Numbers that two documents have. */
  duplicates: number[];
  /** Findings about the series itself, one sentence each. */
  problems: string[];
  /** Changes of the counter by users, newest first: why numbers are missing. */
  counterChanges: CounterChange[];
  auditedAt: string;
}

export interface AuditedNumber {
  taken: RegisteredNumber;
  document: AuditedHeader | null;
  /** The document's timeline, and the hashes of all its entries. */
  events: readonly DocumentEvent[];
  hashes: readonly string[];
  /** Findings about the number and its document, one sentence each. */
  problems: string[];
  /** What is unusual, but no sign of a change: dates that do not rise with the numbers, or of another year than the series. */
  notes: string[];
}

/** The kinds of documents that can be audited. */
const AUDITED: readonly AuditedKind[] = [auditedInvoices, auditedProformas, auditedDeliveryNotes, ...AUDITED_RECEIPTS];

/** The most numbers that one request audits; a longer series takes several requests. */
export const AUDITED_AT_ONCE = 1_000;

/** The most documents that are read in parallel. */
const READ_AT_ONCE = 25;

/** How often the register is read again if it does not match the series, because the index is eventually consistent. */
const MORE_LOOKS = 2;

/** What is read of the series and its register for the audit of a range. */
interface Register {
  series: Series | undefined;
  /** How many documents the series has, by its usage counters. */
  used: number;
  first: RegisteredNumber | undefined;
  last: RegisteredNumber | undefined;
  /** The last number before the range. */
  before: RegisteredNumber | undefined;
  found: RegisteredNumber[];
  counterChanges: CounterChange[];
  from: number;
  upTo: number;
}

/**
 * Reads the numbers of a series between `from` and `to`, both included, at most `AUDITED_AT_ONCE` and one more. One parallel round
 * trip of seven reads; more if a number was just taken and the index does not show it yet.
 */
export async function readRegister(
  company: CompanyId,
  id: string,
  range: { from?: number | undefined; to?: number | undefined },
): Promise<Register> {
  let register = await lookUp(company, id, range);
  for (let look = 1; look <= MORE_LOOKS && !endsAlike(register); look++) {
    await sleepWithJitter(look);
    register = await lookUp(company, id, range);
  }
  return register;
}

const endsAlike = ({ series, last }: Register): boolean => (series?.lastHash ?? null) === (last?.hash ?? null);

async function lookUp(company: CompanyId, id: string, range: Parameters<typeof readRegister>[2]): Promise<Register> {
  const from = range.from ?? 1;
  const upTo = range.to ?? HIGHEST_NUMBER;
  const all = { from: 0, to: HIGHEST_NUMBER };
  const [series, uses, [first], [last], [before], found, counterChanges] = await Promise.all([
    readSeriesById(company, id),
    readSeriesUses(company, id),
    readTaken(company, id, all, { limit: 1 }),
    readTaken(company, id, all, { limit: 1, descending: true }),
    readTaken(company, id, { from: 0, to: from - 1 }, { limit: 1, descending: true }),
    readTaken(company, id, { from, to: upTo }, { limit: AUDITED_AT_ONCE + 1 }),
    readCounterChanges(company, id),
  ]);
  return { series, used: (series?.usedCount ?? 0) + countedUses(uses), first, last, before, found, counterChanges, from, upTo };
}

/**
 * Audits the numbers that were read: reads their documents and follows the hash chain.
 *
 * @throws 404 when the company has no such series
 */
export async function auditSeries(company: CompanyId, register: Register): Promise<SeriesAudit> {
  const { series, used, first, last, before, found, counterChanges, from, upTo } = register;
  if (!series) throw notFound('Document series');
  const taken = found.slice(0, AUDITED_AT_ONCE);
  const next = found[AUDITED_AT_ONCE]?.sequence ?? null;
  const to = next === null ? Math.min(upTo, Math.max(series.highestUsed, last?.sequence ?? 0)) : next - 1;
  const numbers = withNotes(series, await auditNumbers(company, series, taken, before));
  return {
    series,
    first: first ?? null,
    last: last ?? null,
    from,
    to,
    next,
    numbers,
    // Numbers before the first one are no gaps: the user may let a series start at any number.
    gaps: gapsOf(
      numbers.flatMap(number => (isGivenUp(number) ? [] : [number.taken])),
      Math.max(from, first?.sequence ?? from),
      to,
    ),
    duplicates: taken.filter((one, place) => one.sequence === taken[place - 1]?.sequence).map(one => one.sequence),
    problems: [...counterProblems(series, last), ...recordProblems(series, used, last, numbers)],
    counterChanges,
    auditedAt: instant(),
  };
}

/** Adds the notes about dates. The first number of a range has none before it to be compared with. Pure. */
export function withNotes(series: Pick<Series, 'year'>, numbers: readonly Unnoted[]): AuditedNumber[] {
  let latest: { date: string; number: string } | undefined;
  return numbers.map(audited => {
    const { document } = audited;
    if (!document) return { ...audited, notes: [] };
    const { issueDate: date, number } = document;
    const notes = [
      ...(latest && date < latest.date ? [`Its date ${date} is before ${latest.date}, the date of ${latest.number}.`] : []),
      ...(isOfOtherYear(date, series.year) ? [`Its date ${date} is not of the year ${series.year} of the series.`] : []),
    ];
    if (!latest || date > latest.date) latest = { date, number };
    return { ...audited, notes };
  });
}

type Unnoted = Omit<AuditedNumber, 'notes'>;

async function auditNumbers(
  company: CompanyId,
  series: Series,
  taken: readonly RegisteredNumber[],
  before: RegisteredNumber | undefined,
): Promise<Unnoted[]> {
  const kind = AUDITED.find(({ seriesTypes }) => seriesTypes.includes(series.type));
  if (!kind) throw new Error(`No audit knows documents of the series type ${series.type}.`);
  const numbers: Unnoted[] = [];
  for (let start = 0; start < taken.length; start += READ_AT_ONCE) {
    const some = taken.slice(start, start + READ_AT_ONCE);
    const audited = some.map((one, place) =>
      auditNumber({ company, kind, seriesId: series.id }, one, taken[start + place - 1] ?? before),
    );
    numbers.push(...(await Promise.all(audited)));
  }
  return numbers;
}

/** A number with findings is checked twice: a request may have changed the document between the reads of register and document. */
async function auditNumber(
  { company, kind, seriesId }: { company: CompanyId; kind: AuditedKind; seriesId: string },
  taken: RegisteredNumber,
  before: RegisteredNumber | undefined,
): Promise<Unnoted> {
  const look = async (): Promise<Unnoted> => {
    const kept = await kind.read(company, taken.invoiceId).catch(asDamaged);
    const found = kept === 'damaged' ? undefined : kept;
    const events = found?.events ?? [];
    const hashes = events.flatMap(({ hash }) => hash ?? []);
    const problems = verifyIssued({ taken, kept, kind }, seriesId, before);
    return { taken, document: found?.document ?? null, events, hashes, problems };
  };
  const first = await look();
  return first.problems.length === 0 ? first : look();
}

function asDamaged(error: unknown): 'damaged' {
  if (error instanceof DamagedItem) return 'damaged';
  throw error;
}

/** The findings about one number: its place in the series, and its document. */
function verifyIssued(
  { taken, kept, kind: of }: { taken: RegisteredNumber; kept: AuditedDocument | 'damaged' | undefined; kind: AuditedKind },
  seriesId: string,
  before: TakenNumber | undefined,
): string[] {
  const follows =
    taken.previousHash === (before?.hash ?? null) ? [] : ['The issue does not follow the one before it in the series.'];
  if (kept === 'damaged')
    return [...follows, 'Stored data of the document were changed outside of the service: they cannot be read.'];
  if (!kept)
    return [...follows, ...(taken.deletedAt || isExpired(taken, of) ? [] : ['The document that took the number is gone.'])];
  const { document, events, kind, problems } = kept;
  const issue = events.find(event => event.series?.id === seriesId && event.series.sequence === taken.sequence);
  const registered =
    issue?.hash === taken.hash &&
    issue.series?.previousHash === taken.previousHash &&
    document.number === taken.number &&
    taken.sortKey === numberGuardKey(kind, document.number);
  return [
    ...follows,
    ...(registered ? [] : ['The number is not registered as the document was issued.']),
    ...(taken.deletedAt || taken.expired ? ['The register says that the document was deleted.'] : []),
    ...problems,
  ];
}

/**
 * Whether the document of a number was removed since its retention had ended; never within the time for which the law has it kept, which
 * it does not with proformas.
 */
const isExpired = ({ expired }: TakenNumber, kind: AuditedKind): boolean =>
  expired !== undefined && (kind === auditedProformas || expired.issueDate < firstRetained(today(), RETENTION_BY_LAW));

/** Whether the document of a number was deleted, as a restored draft. */
export const isGivenUp = ({ taken, document }: Pick<AuditedNumber, 'taken' | 'document'>): boolean =>
  document === null && taken.deletedAt !== undefined;

/** The numbers of a range that are not taken, as ranges. @param taken in ascending order */
export function gapsOf(taken: readonly RegisteredNumber[], from: number, to: number): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = [];
  let expected = from;
  for (const { sequence } of taken) {
    if (sequence > expected) gaps.push({ from: expected, to: sequence - 1 });
    expected = sequence + 1;
  }
  if (expected <= to) gaps.push({ from: expected, to });
  return gaps;
}

/** Findings about the record of the series compared with the register: its counter, and the hash of its last number. */
function counterProblems(series: Series, last: RegisteredNumber | undefined): string[] {
  return [
    ...(series.highestUsed === (last?.sequence ?? 0)
      ? []
      : ['The highest number of the series is not that of its last document.']),
    ...(series.currentNumber >= series.highestUsed ? [] : ['The counter of the series is below its highest number.']),
    ...((series.lastHash ?? null) === (last?.hash ?? null) ? [] : ['The series does not end with its last document.']),
  ];
}

/**
 * Findings about fields of the series that cannot change once it has numbers: prefix, year and type; and about its usage counters.
 */
function recordProblems(
  series: Series,
  used: number,
  last: RegisteredNumber | undefined,
  numbers: readonly AuditedNumber[],
): string[] {
  const kind = NUMBERED[series.type];
  const asNumbered =
    !last || (last.number === formatNumber(series, last.sequence) && last.sortKey.startsWith(numberGuardKey(kind, '')));
  return [
    ...(asNumbered ? [] : ['The prefix, the year or the type of the series is not that of its last number.']),
    ...(used >= numbers.filter(number => number.document).length ? [] : ['The series counts fewer documents than it has.']),
  ];
}
