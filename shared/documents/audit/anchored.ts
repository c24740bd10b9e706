import type { Anchor } from '#shared/documents/anchors/anchor.ts';
import { anchorProblems, headsOf, seriesProblems, timelineProblems } from '#shared/documents/anchors/compare.ts';
import { registeredHashes } from '#shared/documents/anchors/registered.ts';
import { type AnchorFile, anchorFiles, firstAnchorFrom, readAnchor } from '#shared/documents/anchors/store.ts';
import type { Series } from '#shared/records/catalogue/series/store.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { log } from '#shared/base/kernel/log.ts';
import { firstRetained, RETENTION_BY_LAW } from '#shared/output/files/retention.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { SeriesAudit } from './series.ts';

/**
 * The part of an audit that does not trust the table: compares the series and its documents with anchors, which are stored where who
 * can write to the table cannot change them (anchors/).
 */
export interface AnchoredAudit extends SeriesAudit {
  anchors: {
    /** Newest first. */
    checked: (AnchorFile & { digest: string; takenAt: string })[];
    /** The number up to which the newest of them covers the series; null when none does. */
    upTo: number | null;
    /** Older ones are before this day; null when there are none. */
    next: string | null;
  };
}

/** The anchors that an audit is compared with. */
export interface AuditedAnchors {
  files: AnchorFile[];
  anchors: Anchor[];
  next: string | null;
}

/** The most anchors that one request reads, and about the most bytes: a month, and less of a company with very many documents. */
export const ANCHORS_AT_ONCE = 31;
const BYTES_AT_ONCE = 20_000_000;

/**
 * Reads the newest anchors of a company, in two round trips to S3 or three. Call it before the documents are read: a document may
 * change meanwhile, and what was read before an anchor was taken would seem to contradict it.
 *
 * @param before only anchors of days before this one, `YYYY-MM-DD`
 */
export async function readAuditedAnchors(company: CompanyId, before: string | undefined): Promise<AuditedAnchors> {
  const files: AnchorFile[] = [];
  let bytes = 0;
  let next: string | null = null;
  for await (const file of anchorFiles(company, before)) {
    bytes += file.bytes;
    if (files.length > 0 && (files.length === ANCHORS_AT_ONCE || bytes > BYTES_AT_ONCE)) {
      next = files.at(-1)?.day ?? null;
      break;
    }
    files.push(file);
  }
  return { files, anchors: await Promise.all(files.map(readAnchor)), next };
}

/** Adds to an audit what contradicts the anchors, and raises an alarm about these and all other findings. */
export async function withAnchors(
  company: CompanyId,
  audit: SeriesAudit,
  { files, anchors, next }: AuditedAnchors,
): Promise<AnchoredAudit> {
  const [ofSeries, early] = await Promise.all([
    findSeriesProblems(company, audit.series, anchors),
    removedTooEarly(company, audit),
  ]);
  const found = (sequence: number): string[] => ofSeries.filter(one => one.sequence === sequence).map(({ message }) => message);
  const ofNumbers = audit.numbers.map(({ taken, document, hashes }) => [
    ...found(taken.sequence),
    ...(early.has(taken.sequence) ? [REMOVED_TOO_EARLY] : []),
    ...(document ? timelineProblems(document.id, hashes, anchors) : []),
  ]);
  const audited = new Set(audit.numbers.map(({ taken }) => taken.sequence));
  const others = [
    ...anchorProblems(company, anchors),
    ...ofSeries.filter(({ sequence }) => !audited.has(sequence)).map(({ sequence, message }) => `Number ${sequence}: ${message}`),
  ];
  const count = ofNumbers.flat().length + others.length;
  if (count > 0) log.warn('Anchor contradicted', { seriesId: audit.series.id, findings: count });
  logProblems(audit);
  return {
    ...audit,
    numbers: audit.numbers.map((number, place) => ({
      ...number,
      problems: [...number.problems, ...(ofNumbers[place] ?? [])],
    })),
    problems: [...audit.problems, ...others],
    anchors: {
      checked: files.map((file, place) => ({ ...file, ...digestOf(anchors[place]) })),
      upTo: anchors[0]?.series.find(({ id }) => id === audit.series.id)?.sequence ?? null,
      next,
    },
  };
}

/** The most findings of an audit that are logged one by one. */
const LOGGED = 20;

/** Logs the findings that the table itself shows. They name documents by id and number: nothing about a person. */
function logProblems({ series, problems, numbers }: SeriesAudit): void {
  const found = [
    ...problems.map(message => ({ message })),
    ...numbers.flatMap(({ taken: { sequence, invoiceId }, problems: ofNumber }) =>
      ofNumber.map(message => ({ message, sequence, documentId: invoiceId })),
    ),
  ];
  for (const { message, ...of } of found.slice(0, LOGGED))
    log.error('Audit problem', message, { seriesId: series.id, ...of, findings: found.length });
}

const digestOf = (anchor: Anchor | undefined) => ({ digest: anchor?.digest ?? '', takenAt: anchor?.takenAt ?? '' });

const REMOVED_TOO_EARLY =
  'The register says that the document was removed after its retention, but an anchor shows that it was issued within the time of the law.';

/**
 * The numbers whose documents are said to be removed after their retention (COM-76), and that were taken after an anchor of a day within
 * the time of the law. The register itself cannot show that: who can write to the table sets its dates.
 */
async function removedTooEarly(company: CompanyId, { series, numbers }: SeriesAudit): Promise<ReadonlySet<number>> {
  const removed = numbers.flatMap(({ taken, document }) => (taken.expired && !document ? [taken.sequence] : []));
  if (removed.length === 0 || series.type === 'proforma') return new Set();
  const anchor = await firstAnchorFrom(company, firstRetained(today(), RETENTION_BY_LAW));
  const last = anchor?.series.find(({ id }) => id === series.id)?.sequence ?? 0;
  return new Set(anchor ? removed.filter(sequence => sequence > last) : []);
}

/** Compares the register with the anchors: reads the numbers that are the end of the series in one of them. */
async function findSeriesProblems(company: CompanyId, series: Series, anchors: readonly Anchor[]) {
  const sequences = [...new Set(headsOf(series.id, anchors).map(({ sequence }) => sequence))];
  return seriesProblems(series.id, anchors, await registeredHashes(company, series, sequences));
}
