import { notFound, validation } from '#shared/base/kernel/errors.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';
import type { AnchoredAudit } from '#shared/documents/audit/anchored.ts';
import { AUDITED_AT_ONCE, auditSeries, readRegister } from '#shared/documents/audit/series.ts';
import { HIGHEST_NUMBER, readTaken } from '#shared/documents/common/numbering.ts';
import { placesIn, stretchOf } from '#shared/model/register/period.ts';
import type { CounterChange } from '#shared/records/catalogue/series/counter-changes.ts';
import { readSeriesById, type Series } from '#shared/records/catalogue/series/store.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { type ControlEntry, dated, entriesOf } from './entries.ts';
import { readNumbered, readSnapshots, type Snapshots } from './listed.ts';
import type { ControlFileAsked } from './query.ts';

/** The control file of a series and period: every number, what happened to it, and whether the chains of hashes hold (REP-61). */
export interface ControlFile extends Pick<ControlFileAsked, 'from' | 'to'> {
  series: Series;
  entries: ControlEntry[];
  /** Findings about the series as a whole. */
  problems: string[];
  counterChanges: CounterChange[];
  /** The anchors with which the chains were compared: how many, of which days, and the last number that the newest of them covers. */
  anchors: { count: number; first: string | null; last: string | null; upTo: number | null };
  /** The day on which it was made, `YYYY-MM-DD`. */
  madeOn: string;
}

/**
 * The most entries of histories, each changed field counted as one. With 1,000 numbers (1 MB as JSON) they stay below the 6 MB of Lambda: a field
 * has at most twice 200 characters.
 */
const MOST_HISTORY = 8_000;

/** The most numbers without documents, since they were removed, that are looked through for the beginning of a period. */
const MOST_REMOVED = 20_000;

const tooMany = (what: string) => {
  const message = `The period has more than ${what}; choose a shorter one.`;
  return validation(message, { to: [message] });
};

/**
 * Reads a control file: the list of documents, the register of the stretch of the series that the period can have, then its audit with the
 * newest anchors. Round trips: four, and one for each 25 numbers; two or three to S3.
 *
 * @param admit called when the series is known to exist, before its documents are read
 * @throws 404 for an unknown series; 422 for too many numbers
 */
export async function readControlFile(
  company: CompanyId,
  { seriesId, from, to }: ControlFileAsked,
  admit: (series: Series) => Promise<void>,
): Promise<ControlFile> {
  const [series, snapshots, anchored] = await Promise.all([
    readSeriesById(company, seriesId),
    readSnapshots(company),
    loadMeanwhile(() => import('#shared/documents/audit/anchored.ts')),
  ]);
  if (!series) throw notFound('Document series');
  const [, anchors, range] = await Promise.all([
    admit(series),
    anchored.readAuditedAnchors(company, undefined),
    rangeOf(company, series, snapshots, { from, to }),
  ]);
  const register = await readRegister(company, seriesId, range ?? { from: HIGHEST_NUMBER });
  const audit = await anchored.withAnchors(company, await auditSeries(company, register), anchors);
  if (audit.next !== null) throw tooMany(`${AUDITED_AT_ONCE} numbers`);
  const entries = range ? within(audit, { from, to }) : [];
  const told = entries.flatMap(({ history }) => history).reduce((sum, { changes }) => sum + 1 + changes.length, 0);
  if (told > MOST_HISTORY) throw tooMany(`${MOST_HISTORY} changes`);
  const days = audit.anchors.checked.map(({ day }) => day);
  return {
    ...{ series: audit.series, from, to, entries, problems: audit.problems, counterChanges: audit.counterChanges },
    anchors: { count: days.length, first: days.at(-1) ?? null, last: days[0] ?? null, upTo: audit.anchors.upTo },
    madeOn: today(),
  };
}

/** The numbers of a period, with the ones before the first that are missing; undefined when it has none. */
async function rangeOf(
  company: CompanyId,
  series: Series,
  snapshots: Snapshots,
  period: { from: string; to: string },
): Promise<{ from: number; to?: number } | undefined> {
  const listed = (await readNumbered(company, [series], snapshots)).get(series.id) ?? [];
  const stretch = stretchOf(listed, period);
  if (stretch.to !== undefined && stretch.to < stretch.from) return undefined;
  const taken = await readTaken(
    company,
    series.id,
    { from: stretch.from, to: stretch.to ?? HIGHEST_NUMBER },
    { limit: MOST_REMOVED + 1 },
  );
  if (taken.length > MOST_REMOVED) throw tooMany(`${MOST_REMOVED} numbers`);
  const days = new Map(listed.map(({ id, day }) => [id, day]));
  const places = placesIn(
    taken.map(one => dated(one, days)),
    period,
    stretch.next,
  );
  if (!places) return undefined;
  const [first, last] = places;
  if (last - first >= AUDITED_AT_ONCE) throw tooMany(`${AUDITED_AT_ONCE} numbers`);
  const isToEnd = stretch.to === undefined && last === taken.length - 1;
  return {
    from: first === 0 ? stretch.from : (taken[first - 1]?.sequence ?? 0) + 1,
    ...(!isToEnd && { to: taken[last]?.sequence ?? 0 }),
  };
}

/** The entries of an audit. The lists may lag a moment behind the documents, so what these say decides once more at the ends. */
function within(
  { series, numbers, first, from, to, counterChanges }: AnchoredAudit,
  period: { from: string; to: string },
): ControlEntry[] {
  const days = new Map(numbers.flatMap(({ document }) => (document ? [[document.id, document.issueDate]] : [])));
  const places = placesIn(
    numbers.map(({ taken }) => dated(taken, days)),
    period,
    null,
  );
  const kept = places ? numbers.slice(places[0], places[1] + 1) : [];
  const ends = {
    from: Math.max(places?.[0] ? (kept[0]?.taken.sequence ?? from) : from, first?.sequence ?? from),
    to: places?.[1] === numbers.length - 1 ? to : (kept.at(-1)?.taken.sequence ?? 0),
  };
  return entriesOf(series, kept, ends, counterChanges);
}
