import { partitionsOf } from '#shared/documents/common/list-partitions.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { isWhole, unlessDamaged } from '#shared/platform/store/packing/damaged.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import type { ExportJob, PeriodArchive } from '../model.ts';
import { type DocumentFiles, type Look, readFiles } from './files.ts';
import { idOf, type Listed, type MadeVolume, VolumeWriter } from './volume-writer.ts';

/**
 * Limits of a volume: it is made in memory, by one run of the worker. It is closed behind the file with which it reaches one of them. A file
 * has at most 50 MB (OUT-26).
 */
export const VOLUME = { documents: 500, bytes: 48 * 2 ** 20, millis: 150_000 };

/** Documents whose files are read, or whose PDFs are rendered, at a time. */
const AT_ONCE = 4;

/** Documents after which progress is stored. */
const NOTED_EVERY = 100;

export interface VolumeRequest {
  job: ExportJob;
  archive: PeriodArchive;
  look: Look;
  /** Whether what cannot be rendered is listed as missing, after tries that have failed. */
  givesUp: boolean;
  /** Called with the number of documents of the volume so far. */
  note: (documents: number) => Promise<void>;
}

/**
 * Makes the next volume of an archive. Its memory is bounded by the limits of a volume, however long the period is. A document that is issued
 * meanwhile, with a date that the archive is past, is not in it.
 */
export async function makeVolume(request: VolumeRequest): Promise<MadeVolume> {
  const { job, archive, note } = request;
  const until = performance.now() + VOLUME.millis;
  // One more than fit into a volume, to know whether any are left.
  const listed = await listDocuments(job, archive, VOLUME.documents + 1);
  const writer = new VolumeWriter(job, archive, VOLUME.bytes);
  let done = 0;
  let noted = 0;
  while (done < Math.min(listed.length, VOLUME.documents) && !writer.isFull && performance.now() < until) {
    const some = listed.slice(done, Math.min(done + AT_ONCE, VOLUME.documents));
    const read = await Promise.all(some.map(one => filesOf(one, request)));
    for (const [place, one] of some.entries()) {
      // What does not fit is read again for the next volume.
      if (writer.isFull) break;
      if (await writer.add(one, read[place])) done++;
    }
    if (writer.documents >= noted + NOTED_EVERY) await note((noted = writer.documents));
  }
  return writer.close(done === listed.length);
}

const listDocuments = ({ companyId }: ExportJob, { from, to, after }: PeriodArchive, limit: number): Promise<Listed[]> =>
  queryItems<Listed>(
    { partition: partitionsOf(KINDS.invoice).all(companyId), between: [after === '' ? from : `${after}!`, `${to}~`] },
    { index: 'gsi1', limit },
  );

/** Whether a document of the index is a draft, which archives leave out. One whose row cannot be read is none. */
export const isDraft = (one: Listed): boolean => isWhole(one, 'row') && one.row?.status === 'draft';

const filesOf = async (one: Listed, { job, look, givesUp }: VolumeRequest): Promise<DocumentFiles | 'damaged' | undefined> => {
  if (isDraft(one)) return undefined;
  const id = idOf(one);
  return unlessDamaged(id, readFiles(job.companyId, id, job.include, { look, givesUp }));
};
