import { companyId } from '#shared/platform/lambda/message.ts';
import * as z from 'zod';
import { inGrace } from '#shared/platform/access/company-store.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { putAnchorFile } from '#shared/platform/aws/anchors-bucket/put.ts';
import { readSeries, type Series } from '#shared/records/catalogue/series/store.ts';
import { headersAt, isReadable } from '#shared/documents/common/headers.ts';
import { partitionsOf } from '#shared/documents/common/list-partitions.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { isDate } from '#shared/base/kernel/dates.ts';
import { log } from '#shared/base/kernel/log.ts';
import { SETTLED } from '#shared/documents/lists/snapshot.ts';
import type { DocumentHeader } from '#shared/model/document.ts';
import { STORED_KINDS } from '#shared/model/kinds.ts';
import { anchorTime, latestRunDay, stopDailyRun } from '#shared/platform/store/daily-run.ts';
import { isWhole } from '#shared/platform/store/packing/damaged.ts';
import { queryPages, type Range } from '#shared/platform/store/read.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { type Anchor, type DocumentHead, nextAnchor, type SeriesHead } from './anchor.ts';
import { registeredHashes } from './registered.ts';
import { stampAnchor } from './stamp.ts';
import { anchorKey, latestAnchor } from './store.ts';

/** Queue message of the anchor of a company for a day, `YYYY-MM-DD` in Romania. */
export const anchorTask = z.object({ companyId: companyId(), day: z.string().refine(isDate) });
export type AnchorTask = z.output<typeof anchorTask>;

/**
 * Stores the anchor of a company for a day, and compares the numbers of its series with the anchor before. Idempotent, also when run
 * concurrently: the first anchor of a day stays. Of a company that can no longer be restored, it ends the daily run.
 */
export async function takeAnchor({ companyId, day }: AnchorTask): Promise<void> {
  const record = await readCompany(companyId);
  if (!record || (record.deletedAt !== null && !inGrace(record.deletedAt))) {
    await transact([stopDailyRun(companyId, 'anchors')]);
    return;
  }
  const previous = await latestAnchor(companyId);
  // Taken already, by a worker that may have failed before it had the time stamp; or the message is so late that a later anchor covers the
  // day. That one may be taken at this moment: two anchors at once would both follow the same one before them.
  const isCovered = (previous && previous.day >= day) || day < latestRunDay(anchorTime(companyId));
  if (isCovered) return stampAnchor(companyId, day);
  const takenAt = instant();
  const [all, documents] = await Promise.all([readSeries(companyId), documentHeads(companyId, previous)]);
  const series = all.flatMap(({ id, highestUsed: sequence, lastHash: hash }) => (hash ? [{ id, sequence, hash }] : []));
  const lost = await lostHeads(companyId, all, previous?.series ?? []);
  const anchor = nextAnchor({ companyId, day, takenAt }, previous, { series, documents }, lost);
  if (!anchor) return;
  // Logged first: the next anchor does not find it again. A repetition raises the same alarm once more.
  for (const { id, sequence } of lost) log.warn('Anchor contradicted', { seriesId: id, sequence, anchored: previous?.day });
  // False also when the response to the first attempt was lost, and the second one found the file.
  const isNew = await putAnchorFile(anchorKey(companyId, day), Buffer.from(JSON.stringify(anchor)), 'application/json');
  if (isNew) log.info('Anchor taken', { day, digest: anchor.digest, series: series.length, documents: anchor.documents.length });
  await stampAnchor(companyId, day);
}

/**
 * The documents whose rows in lists have changed since the previous anchor: of the first anchor, all that the company has. A page of the
 * index and its headers are read at a time, of which only the heads stay in memory (125 bytes each). Deleted documents have no header any
 * more; one that cannot be read is reported, and must not stop the evidence about the others.
 */
async function documentHeads(company: CompanyId, previous: Anchor | undefined): Promise<DocumentHead[]> {
  // A change that began before the previous anchor may have come into the index after it.
  const since = previous ? new Date(Date.parse(previous.takenAt) - SETTLED * 1000).toISOString() : '0';
  const heads = await Promise.all(
    STORED_KINDS.map(async kind => {
      const changed = { partition: partitionsOf(kind).changed(company), between: [since, '~'] } satisfies Range;
      const ofKind: DocumentHead[] = [];
      for await (const page of queryPages<{ row: { id: string } }>(changed, { index: 'gsi4' })) {
        const ids = page.filter(item => isWhole(item, 'row')).map(({ row }) => row.id);
        ofKind.push(...(await headersAt(kind, company, ids)).filter(isReadable).flatMap(headOf));
      }
      return ofKind;
    }),
  );
  // A document that changes meanwhile moves to the end of the range, and is read again.
  return [...new Map(heads.flat().map(head => [head.id, head])).values()];
}

const headOf = ({ id, timelineHash }: DocumentHeader): DocumentHead[] => (timelineHash ? [{ id, hash: timelineHash }] : []);

/** The heads that are no longer in the register of their series. */
async function lostHeads(company: CompanyId, all: readonly Series[], heads: readonly SeriesHead[]): Promise<SeriesHead[]> {
  const lost = await Promise.all(
    heads.map(async head => {
      const series = all.find(({ id }) => id === head.id);
      const hashes = series && (await registeredHashes(company, series, [head.sequence]));
      return hashes?.get(head.sequence) === head.hash ? [] : [head];
    }),
  );
  return lost.flat();
}
