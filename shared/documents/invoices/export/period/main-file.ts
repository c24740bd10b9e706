import { createHash } from 'node:crypto';
import { getFile } from '#shared/platform/aws/documents-bucket.ts';
import type { Company } from '#shared/model/company.ts';
import { Archive } from '../archive.ts';
import { documentsOf, type ExportJob, type PeriodArchive, volumeKeys, volumeName } from '../model.ts';
import { CHECK_SCRIPT } from './check-script.ts';
import { indexHeader } from './index-rows.ts';
import { type MainManifest, manifestText, sha256Of } from './manifest.ts';

/** The main file of an archive of a period (OUT-110): its manifest, its index, and the script that checks the volumes. */

const INDEX_FILE = 'index.csv';
const SCRIPT_FILE = 'check-archive.mjs';

const readme = ({ filename, createdAt }: ExportJob, { from, to }: PeriodArchive, { name }: Pick<Company, 'name'>): string =>
  `Archive of the invoices and credit notes of ${name} with a date of issue from ${from} to ${to}, as stored from ${createdAt} on.

${INDEX_FILE}: a row for each document, with the volume and the names of its files.
${filename.replace(/\.zip$/, '.v001.zip')} and so on: the volumes. Keep them in one folder with the files of this one.
manifest.json: the digests (SHA-256) of index and volumes. Each volume has a manifest.json with those of its files.
${SCRIPT_FILE}: checks all of it without a connection. It needs Node.js 20 or later and nothing else:

    node ${SCRIPT_FILE} [folder] [--manifest <SHA-256 of manifest.json>]

The service states the digest of manifest.json with the export (manifestSha256). Keep it somewhere else: with it, the check also finds an archive in
which files and manifests were replaced together.
`;

/**
 * Makes the main file. The rows of the index pass through in parts, one volume's at a time.
 *
 * @returns its bytes, and the SHA-256 of its manifest
 * @throws Error when the rows of a volume are no longer stored
 */
export async function makeMainFile(
  job: ExportJob,
  archive: PeriodArchive,
  { name, cif }: Pick<Company, 'name' | 'cif'>,
): Promise<{ bytes: Buffer; manifest: string }> {
  const zip = new Archive();
  const at = job.createdAt;
  const hash = createHash('sha256');
  let bytes = 0;
  async function* index(): AsyncGenerator<Uint8Array> {
    for await (const part of rowsOf(job, archive)) {
      hash.update(part);
      bytes += part.length;
      yield part;
    }
  }
  await zip.addParts(INDEX_FILE, index(), at);
  const manifest: MainManifest = {
    format: 'invoice-archive/1',
    archive: job.id,
    company: { name, taxId: cif },
    period: { from: archive.from, to: archive.to },
    createdAt: at,
    documents: documentsOf(archive),
    damaged: archive.damaged,
    index: { file: INDEX_FILE, bytes, sha256: hash.digest('hex') },
    volumes: archive.volumes.map(({ bytes: size, sha256, manifest: of, documents }, place) => {
      return { file: volumeName(job.filename, place + 1), bytes: size, sha256, manifest: of, documents };
    }),
  };
  const text = manifestText(manifest);
  zip.add('manifest.json', Buffer.from(text), at);
  zip.add(SCRIPT_FILE, Buffer.from(CHECK_SCRIPT), at);
  zip.add('README.txt', Buffer.from(readme(job, archive, { name })), at);
  return { bytes: await zip.bytes(), manifest: sha256Of(text) };
}

async function* rowsOf(job: ExportJob, { volumes }: PeriodArchive): AsyncGenerator<Uint8Array> {
  yield Buffer.from(indexHeader());
  for (const [place, { sha256, documents }] of volumes.entries()) {
    if (documents === 0) continue;
    const rows = await getFile(volumeKeys(job, place + 1, sha256).rows);
    if (!rows) throw new Error(`The rows of volume ${place + 1} are no longer stored.`);
    yield rows.bytes;
  }
}
