import { readSeries, type Series } from '#shared/records/catalogue/series/store.ts';
import { HIGHEST_NUMBER, readTaken } from '#shared/documents/common/numbering.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { type CompanyId, companyKey } from '#shared/platform/store/table.ts';
import { ConditionFailed, create, transact } from '#shared/platform/store/transact.ts';

/** The summary of a series that stays after its company is purged: item `C#<company>` / `PURGED#<series>`. */
export interface PurgedSeries {
  seriesId: string;
  name: string;
  prefix: string;
  type: Series['type'];
  year: number | null;
  /** Number of documents that took a number. */
  count: number;
  /** The numbers taken, as ranges with inclusive ends. */
  numbers: NumberRange[];
  /** Numbers whose document was restored to a draft and then deleted. */
  deleted: number[];
  /** Hashes of the first and the last issue: the hash chain between them covers every issue. */
  firstHash: string | null;
  lastHash: string | null;
  purgedAt: string;
}

interface NumberRange {
  from: number;
  to: number;
}

/** Adds numbers, given in ascending order, to ranges. Pure. */
export function withNumbers(ranges: readonly NumberRange[], numbers: readonly number[]): NumberRange[] {
  const all = ranges.map(range => ({ ...range }));
  for (const number of numbers) {
    const last = all.at(-1);
    if (last && number <= last.to + 1) last.to = Math.max(last.to, number);
    else all.push({ from: number, to: number });
  }
  return all;
}

/** Numbers that are read in one query. */
const AT_ONCE = 1_000;

/**
 * Stores the summary of each series of a company, unless it is already stored: a repeated run could no longer see all numbers.
 *
 * @param goOn called before each series; false stops the run
 * @returns false when `goOn` returned false and series are left
 */
export async function keepSeries(company: CompanyId, goOn: () => boolean): Promise<boolean> {
  for (const series of await readSeries(company)) {
    if (!goOn()) return false;
    const data = await summaryOf(company, series);
    await createOnce({ ...companyKey(company, `PURGED#${series.id}`), kind: 'purged-series', data });
  }
  return true;
}

async function createOnce(item: Parameters<typeof create>[0]): Promise<void> {
  try {
    await transact([create(item)]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

async function summaryOf(company: CompanyId, series: Series): Promise<PurgedSeries> {
  const { id: seriesId, name, prefix, type, year, lastHash = null } = series;
  const kept: PurgedSeries = {
    ...{ seriesId, name, prefix, type, year, lastHash },
    ...{ count: 0, numbers: [], deleted: [], firstHash: null, purgedAt: instant() },
  };
  for (let from = 0; ;) {
    const page = await readTaken(company, seriesId, { from, to: HIGHEST_NUMBER }, { limit: AT_ONCE });
    kept.count += page.length;
    kept.firstHash ??= page[0]?.hash ?? null;
    const sequences = page.map(({ sequence }) => sequence);
    kept.numbers = withNumbers(kept.numbers, sequences);
    kept.deleted.push(...page.filter(({ deletedAt }) => deletedAt !== undefined).map(({ sequence }) => sequence));
    if (page.length < AT_ONCE) return kept;
    from = (sequences.at(-1) ?? from) + 1;
  }
}
