import { getFile } from '#shared/platform/aws/documents-bucket.ts';
import { Archive } from '../archive.ts';
import { type ExportJob, partKey, type PeriodArchive } from '../model.ts';
import type { Adapter, Context, Sums } from './adapter.ts';
import { added } from './part.ts';
import { headOf, textsOf } from './part-file.ts';

const UNREADABLE = `What cannot be read, by the keys of the entries: their stored data were changed outside of the service, whose operator has been informed. Of a document
whose entry can be read, the amounts are in the files, without its lines.`;

/**
 * Makes the hand-over file of all parts. One part is in memory at a time, a line of it as text, and what the ZIP has packed; the number of parts is limited.
 *
 * @returns its bytes, and the number of CSV files in it
 * @throws Error when a part is no longer stored
 */
export async function makeHandOver(
  job: ExportJob,
  archive: PeriodArchive,
  { adapter, context }: { adapter: Adapter; context: Context },
): Promise<{ bytes: Buffer; tables: number }> {
  let sums: Sums = {};
  const unreadable: string[] = [];
  for await (const part of partsOf(job, archive)) {
    const head = headOf(part);
    sums = added(sums, head.sums);
    unreadable.push(...head.unreadable);
  }
  const zip = new Archive();
  const files = adapter.files(context, sums);
  for (const { path, content } of files) {
    async function* parts(): AsyncGenerator<Uint8Array> {
      for (const one of content)
        if (typeof one === 'string') yield Buffer.from(one);
        else yield* sectionOf(job, archive, one.section);
    }
    await zip.addParts(path, parts(), job.createdAt);
  }
  if (unreadable.length > 0) zip.add('unreadable.txt', Buffer.from(`${[UNREADABLE, ...unreadable].join('\n')}\n`), job.createdAt);
  return { bytes: await zip.bytes(), tables: files.filter(({ path }) => path.endsWith('.csv')).length };
}

async function* sectionOf(job: ExportJob, archive: PeriodArchive, section: string): AsyncGenerator<Uint8Array> {
  const known = new Set<string>();
  for await (const part of partsOf(job, archive))
    for (const { text, key } of textsOf(part, section)) {
      if (key !== undefined && known.has(key)) continue;
      if (key !== undefined) known.add(key);
      yield Buffer.from(text);
    }
}

async function* partsOf(job: ExportJob, { volumes }: PeriodArchive): AsyncGenerator<Buffer> {
  for (const [place, { sha256 }] of volumes.entries()) {
    const file = await getFile(partKey(job, place + 1, sha256));
    if (!file) throw new Error(`Part ${place + 1} is no longer stored.`);
    const { buffer, byteOffset, byteLength } = file.bytes;
    yield Buffer.from(buffer, byteOffset, byteLength);
  }
}
