import { setTimeout as sleep } from 'node:timers/promises';
import { putFile } from '#shared/platform/aws/documents-bucket.ts';
import { readPdfConfiguration } from '#shared/output/pdf/configuration-item.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { instant, instantIn, now } from '#shared/base/kernel/clock.ts';
import { log } from '#shared/base/kernel/log.ts';
import type { Company } from '#shared/model/company.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { partitionsOf } from '#shared/documents/common/list-partitions.ts';
import { changeLeased, endLease, takeLease } from '#shared/platform/store/lease.ts';
import { awaitsDispatch } from '#shared/platform/store/outbox.ts';
import { queryPages } from '#shared/platform/store/read.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { finish } from '../end.ts';
import { countHandedDocuments } from '../hand-over/part.ts';
import { addPart, handOverFile, MOST_PARTS } from '../hand-over/run.ts';
import {
  AVAILABLE_SECONDS,
  documentsOf,
  type ExportItem,
  type ExportJob,
  exportKey,
  LEASE_SECONDS,
  type PeriodArchive,
  volumeKeys,
} from '../model.ts';
import { makeMainFile } from './main-file.ts';
import { isDraft, makeVolume } from './volume.ts';
import type { Listed, MadeVolume } from './volume-writer.ts';

/** Deliveries of a message before it is a dead letter: the last one gives the archive up (queues.ts). */
const MOST_TRIES = 5;

/** From this try on, a PDF that cannot be rendered is listed as missing. */
const GIVING_UP_TRY = 3;

/** The record of an export is one item; one of so many volumes is within its 400 KB. */
const MOST_VOLUMES = 999;

/** Milliseconds after the request within which a document may not be in the index yet. */
const SETTLED_MILLIS = 2_000;

/** Why an archive ends without being complete; callers see the text. */
class CannotBeMade extends Error {
  override name = 'CannotBeMade';
}

/** An item of an archive of a period, whose lease this process holds. */
interface Held {
  item: ExportItem;
  job: ExportJob;
  archive: PeriodArchive;
}

/**
 * One run of an archive of a period: makes the next volume, or behind the last one the main file. The transaction that records a volume
 * raises the number of the run, and its change in the stream queues the next run (outbox-route.ts). A run that dies is delivered again, and
 * makes its volume again; what whole volumes hold is never made twice.
 *
 * @param run a message of a run that was recorded already does nothing
 * @throws when another worker holds the lease, or the run fails for a reason that may pass: the queue then delivers the message again
 */
export async function runArchive(companyId: CompanyId, id: string, run: number): Promise<void> {
  const item = await takeLease<ExportJob>(exportKey(companyId, id), LEASE_SECONDS, {
    isDone: ({ status, archive }) => status === 'completed' || status === 'failed' || archive?.run !== run,
    begin: one => ({ after: { ...one, status: 'processing', ...begun(one.archive) } }),
  });
  const archive = item?.data.archive;
  if (!item || !archive) return;
  const held: Held = { item, job: item.data, archive };
  try {
    if (archive.tries >= MOST_TRIES) throw new CannotBeMade('The archive could not be made; create a new export.');
    const record = await readCompany(companyId);
    if (!record) throw new CannotBeMade('The company does not exist any more.');
    if (archive.isWhole) await complete(held, record);
    else if (archive.handOver) await addHandedPart(held, record);
    else await addVolume(held, record);
  } catch (error) {
    if (!(error instanceof CannotBeMade)) throw error;
    log.error('Export failed', error, { exportId: id });
    await finish(companyId, item, { status: 'failed', completedAt: instant(), error: error.message });
  }
}

/** What a run begins with: one try more, and the documents of whole volumes. */
const begun = (archive: PeriodArchive | undefined): Partial<ExportJob> =>
  archive ? { archive: { ...archive, tries: archive.tries + 1 }, done: documentsOf(archive) } : {};

/** Makes the next part of a hand-over file. */
async function addHandedPart({ item, job, archive }: Held, record: Company): Promise<void> {
  let { handOver } = archive;
  if (!handOver) return;
  if (archive.volumes.length >= MOST_PARTS)
    throw new CannotBeMade('The period has too many documents for one file; choose a shorter period.');
  let { total } = archive;
  if (total === null) {
    total = await countHandedDocuments(job.companyId, archive);
    handOver = { ...handOver, rules: record.accountMapping ?? null };
    const counted = { ...archive, total, handOver };
    item = (await changeLeased(item, one => ({ after: { ...one, archive: counted } }))) ?? item;
  }
  const made = await addPart(job, { ...archive, total, handOver }, record);
  const after: PeriodArchive = { ...made, run: archive.run + 1, tries: 0 };
  await endLease(item, one => ({ after: { ...one, archive: after, done: documentsOf(after) }, due: awaitsDispatch(one.id) }));
}

async function addVolume(held: Held, record: Company): Promise<void> {
  let { item, archive } = held;
  const { job } = held;
  if (archive.volumes.length >= MOST_VOLUMES)
    throw new CannotBeMade(`The archive would have more than ${MOST_VOLUMES} volumes; choose a shorter period.`);
  const note = async (progress: Partial<ExportJob>): Promise<void> => {
    item = (await changeLeased(item, one => ({ after: { ...one, ...progress } }))) ?? item;
  };
  if (archive.total === null) {
    archive = { ...archive, total: await countDocuments(job, archive) };
    await note({ archive });
  }
  const { made, next } = await makeVolume({
    ...{ job, archive },
    look: { configuration: await readPdfConfiguration(job.companyId), logoPath: record.logoPath },
    givesUp: archive.tries >= GIVING_UP_TRY,
    note: documents => note({ done: documentsOf(archive) + documents }),
  });
  if (made) await store(job, archive.volumes.length + 1, made);
  const volumes = made ? [...archive.volumes, made.volume] : archive.volumes;
  const after: PeriodArchive = { ...archive, ...next, volumes, run: archive.run + 1, tries: 0 };
  await endLease(item, one => ({ after: { ...one, archive: after, done: documentsOf(after) }, due: awaitsDispatch(one.id) }));
}

const store = async (job: ExportJob, number: number, { bytes, rows, volume }: NonNullable<MadeVolume['made']>): Promise<void> => {
  const keys = volumeKeys(job, number, volume.sha256);
  await putFile(keys.zip, bytes, 'application/zip');
  // Without any, the volume has further attachments of a document of the one before.
  if (rows !== '') await putFile(keys.rows, rows, 'text/csv; charset=utf-8');
};

/** The number of documents of the period, for the progress. Reads their rows in the index, a page at a time. */
async function countDocuments({ companyId, createdAt }: ExportJob, { from, to }: PeriodArchive): Promise<number> {
  const wait = Date.parse(createdAt) + SETTLED_MILLIS - now().getTime();
  // What was issued just before the request belongs to the archive.
  if (wait > 0) await sleep(Math.min(wait, SETTLED_MILLIS));
  let count = 0;
  const range = { partition: partitionsOf(KINDS.invoice).all(companyId), between: [from, `${to}~`] as [string, string] };
  for await (const page of queryPages<Listed>(range, { index: 'gsi1' })) count += page.filter(one => !isDraft(one)).length;
  return count;
}

/** Makes the main file, and ends the archive. It is available as long as its first volume, which the bucket deletes first. */
async function complete({ item, job, archive }: Held, record: Company): Promise<void> {
  const { handOver } = archive;
  const { bytes, ...made } = handOver
    ? { ...(await handOverFile(job, { ...archive, handOver }, record)), manifest: null }
    : { ...(await makeMainFile(job, archive, record)), tables: 1 };
  await putFile(job.storageKey, bytes, 'application/zip');
  await finish(job.companyId, item, {
    status: 'completed',
    completedAt: instant(),
    expiresAt: instantIn(AVAILABLE_SECONDS, job.createdAt),
    fileSize: bytes.length,
    filesIncluded: { ...archive.included, csv: made.tables },
    archive: { ...archive, manifest: made.manifest, tries: 0 },
  });
}
