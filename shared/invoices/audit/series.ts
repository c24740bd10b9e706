import type { Series } from '../../catalogue/series.ts';
import { readSeriesById } from '../../catalogue/series.ts';
import { instant } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import type { CompanyId } from '../../store/table.ts';
import type { InvoiceDocument } from '../model.ts';
import { readTaken, type TakenNumber } from '../numbers.ts';
import { readInvoice } from '../repository.ts';
import { type Issued, verifyIssued } from './verify.ts';

/**
 * The proof of a series for the auditor: which numbers were given, which are missing, given twice or cancelled, and whether the chain
 * of issues and every document in it are as they were written.
 */
export interface SeriesAudit {
  series: Series;
  /** The first and the last number of the whole series that a document has; null while none has. */
  first: TakenNumber | null;
  last: TakenNumber | null;
  /** The numbers looked at, and the one to go on with; null when they were the last. */
  from: number;
  to: number;
  next: number | null;
  numbers: AuditedNumber[];
  /** Numbers that no document has, as ranges. */
  gaps: { from: number; to: number }[];
  /** Numbers that two documents have. */
  duplicates: number[];
  /** What is wrong with the series itself. */
  problems: string[];
  auditedAt: string;
}

export interface AuditedNumber {
  taken: TakenNumber;
  document: InvoiceDocument | null;
  problems: string[];
}

/** Documents that one call looks at; a longer series takes several. */
export const AUDITED_AT_ONCE = 1_000;

/** Documents read side by side. */
const READ_AT_ONCE = 25;

const NO_LIMIT = 10 ** 14;

/** What the register of a series holds of a range, and around it. */
interface Register {
  series: Series | undefined;
  first: TakenNumber | undefined;
  last: TakenNumber | undefined;
  /** The number before the range. */
  before: TakenNumber | undefined;
  found: TakenNumber[];
  from: number;
  upTo: number;
}

/** The numbers of a series from … to (included), at most `AUDITED_AT_ONCE` of them and one more. Five queries in one wave. */
export async function readRegister(
  company: CompanyId,
  id: string,
  range: { from?: number | undefined; to?: number | undefined },
): Promise<Register> {
  const from = range.from ?? 1;
  const upTo = range.to ?? NO_LIMIT;
  const all = { from: 0, to: NO_LIMIT };
  const [series, [first], [last], [before], found] = await Promise.all([
    readSeriesById(company, id),
    readTaken(company, id, all, { limit: 1 }),
    readTaken(company, id, all, { limit: 1, descending: true }),
    readTaken(company, id, { from: 0, to: from - 1 }, { limit: 1, descending: true }),
    readTaken(company, id, { from, to: upTo }, { limit: AUDITED_AT_ONCE + 1 }),
  ]);
  return { series, first, last, before, found, from, upTo };
}

/**
 * Audits what the register holds: reads the documents and follows the chain.
 *
 * @throws 404 when the company has no such series
 */
export async function auditSeries(company: CompanyId, register: Register): Promise<SeriesAudit> {
  const { series, first, last, before, found, from, upTo } = register;
  if (!series) throw notFound('Document series');
  const taken = found.slice(0, AUDITED_AT_ONCE);
  const next = found[AUDITED_AT_ONCE]?.sequence ?? null;
  const to = next === null ? Math.min(upTo, Math.max(series.highestUsed, last?.sequence ?? 0)) : next - 1;
  const numbers = (await withDocuments(company, taken)).map((issued, place) => ({
    taken: issued.taken,
    document: issued.kept?.document ?? null,
    problems: verifyIssued(issued, series.id, taken[place - 1] ?? before),
  }));
  return {
    series,
    first: first ?? null,
    last: last ?? null,
    from,
    to,
    next,
    numbers,
    // What was left out before the first number was left out by who set the counter.
    gaps: gapsOf(taken, Math.max(from, first?.sequence ?? from), to),
    duplicates: taken.filter((one, place) => one.sequence === taken[place - 1]?.sequence).map(one => one.sequence),
    problems: counterProblems(series, last),
    auditedAt: instant(),
  };
}

async function withDocuments(company: CompanyId, taken: readonly TakenNumber[]): Promise<Issued[]> {
  const issued: Issued[] = [];
  for (let start = 0; start < taken.length; start += READ_AT_ONCE) {
    const some = taken.slice(start, start + READ_AT_ONCE);
    issued.push(...(await Promise.all(some.map(async one => ({ taken: one, kept: await readInvoice(company, one.invoiceId) })))));
  }
  return issued;
}

function gapsOf(taken: readonly TakenNumber[], from: number, to: number): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = [];
  let expected = from;
  for (const { sequence } of taken) {
    if (sequence > expected) gaps.push({ from: expected, to: sequence - 1 });
    expected = sequence + 1;
  }
  if (expected <= to) gaps.push({ from: expected, to });
  return gaps;
}

/** The series' own record against the register: its counter and the hash that the next issue will carry on. */
function counterProblems(series: Series, last: TakenNumber | undefined): string[] {
  return [
    ...(series.highestUsed === (last?.sequence ?? 0)
      ? []
      : ['The highest number of the series is not that of its last document.']),
    ...(series.currentNumber >= series.highestUsed ? [] : ['The counter of the series is below its highest number.']),
    ...((series.lastHash ?? null) === (last?.hash ?? null) ? [] : ['The series does not end with its last document.']),
  ];
}
