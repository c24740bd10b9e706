import { putFile } from '#shared/platform/aws/documents-bucket.ts';
import type { Company } from '#shared/model/company.ts';
import { sha256Of } from '../period/manifest.ts';
import { type ExportJob, type HandOver, partKey, type PeriodArchive } from '../model.ts';
import type { Adapter, Context } from './adapter.ts';
import { makeHandOver } from './main-file.ts';
import { makePart } from './part.ts';
import { PROGRAMS } from './programs/index.ts';

/** The runs of a hand-over file (OUT-119): parts of entries in place of the volumes of an archive, and its files in place of the main file. */

type Archive = PeriodArchive & { handOver: HandOver };

/** What a part may have at most all together: a file of so many parts is made in memory. */
export const MOST_PARTS = 200;

async function toolsOf(
  { createdAt }: ExportJob,
  { from, to, handOver }: Archive,
  company: Company,
): Promise<{ adapter: Adapter; context: Context }> {
  const context = { company, period: { from, to }, createdAt, decimals: handOver.decimals };
  return { adapter: await PROGRAMS[handOver.program](), context };
}

/** Makes and stores the next part. @returns the archive with it */
export async function addPart(job: ExportJob, archive: Archive, company: Company): Promise<PeriodArchive> {
  const { bytes, documents, next } = await makePart(job.companyId, archive, await toolsOf(job, archive, company));
  const sha256 = sha256Of(bytes);
  await putFile(partKey(job, archive.volumes.length + 1, sha256), bytes, 'application/jsonl');
  const volume = { bytes: bytes.length, sha256, manifest: '', documents };
  return { ...archive, ...next, volumes: [...archive.volumes, volume] };
}

/** The file of all parts, and the number of CSV files in it. */
export const handOverFile = async (
  job: ExportJob,
  archive: Archive,
  company: Company,
): Promise<{ bytes: Buffer; tables: number }> => makeHandOver(job, archive, await toolsOf(job, archive, company));
