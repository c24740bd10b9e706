import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DeleteObjectCommand, GetObjectCommand, ListObjectVersionsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { environment } from '#shared/platform/aws/environment.ts';
import { putFile } from '#shared/platform/aws/put-file.ts';
import { s3 } from '#shared/platform/aws/s3.ts';
import { asDemo, type Get, running } from './systems.ts';

/**
 * Files that were deleted or overwritten: those that are locked are brought back from their versions, as docs/operations/restoring.md says;
 * a PDF, and an XML of which no version is left to readers, are written again from the table.
 */

interface Document {
  id: string;
  number: string;
  xmlPath: string | null;
}

const Bucket = (): string => environment('documentsBucket');
const hashOf = (bytes: unknown): string =>
  createHash('sha256')
    .update(bytes as Buffer)
    .digest('hex');

/** Stores the version that was stored first, which is locked, over all newer ones. The local engine locks objects of PutObject only. */
async function bringBack(Key: string): Promise<void> {
  const { Versions = [] } = await s3().send(new ListObjectVersionsCommand({ Bucket: Bucket(), Prefix: Key }));
  const VersionId = Versions.filter(version => version.Key === Key).at(-1)?.VersionId;
  const first = await s3().send(new GetObjectCommand({ Bucket: Bucket(), Key, VersionId }));
  const bytes = (await first.Body?.transformToByteArray()) ?? new Uint8Array();
  await putFile(Key, bytes, first.ContentType ?? '', { retainUntil: first.ObjectLockRetainUntilDate });
}

const remove = (Key: string) => s3().send(new DeleteObjectCommand({ Bucket: Bucket(), Key }));

/** The keys below a folder that end so. */
async function keysOf(Prefix: string, ending: string): Promise<string[]> {
  const { Versions = [] } = await s3().send(new ListObjectVersionsCommand({ Bucket: Bucket(), Prefix }));
  return Versions.flatMap(({ Key, IsLatest }) => (IsLatest && Key?.endsWith(ending) ? [Key] : []));
}

/** @returns one sentence for each file that did not come back; none for a system of which none was lost */
export async function rehearseFiles(folder: string, say: (line: string) => void): Promise<string[]> {
  const dataDir = join(folder, 'gap-after');
  return running(dataDir, async runtime => {
    const { get } = await asDemo(runtime, dataDir);
    const { data } = (await get('/invoices?limit=100&status=validated')) as { data: { id: string }[] };
    const documents = (await Promise.all(data.map(({ id }) => get(`/invoices/${id}`)))) as Document[];
    const [deleted, overwritten] = documents.filter(({ xmlPath }) => xmlPath !== null);
    if (!deleted?.xmlPath || !overwritten?.xmlPath) return ['The system has no two documents with files.'];
    const xmlOf = async ({ id }: Document) => hashOf(await get(`/invoices/${id}/xml`));
    const before = [await xmlOf(deleted), await xmlOf(overwritten)];
    say('An XML is deleted and another one overwritten, and the PDFs of a document are deleted');
    await remove(deleted.xmlPath);
    await s3().send(new PutObjectCommand({ Bucket: Bucket(), Key: overwritten.xmlPath, Body: 'overwritten' }));
    const written = await xmlOf(deleted);
    const started = performance.now();
    for (const path of [deleted.xmlPath, overwritten.xmlPath]) await bringBack(path);
    const after = [await xmlOf(deleted), await xmlOf(overwritten)];
    say(`Both are brought back from their versions in ${((performance.now() - started) / 1000).toFixed(2)} s`);
    return [
      ...(written === before[0] ? [] : [`The XML of ${deleted.number}, written again from the table, is another one.`]),
      ...(after.join() === before.join() ? [] : ['The XML that was brought back is another one.']),
      ...(await pdfWrittenAgain(get, deleted, say)),
    ];
  });
}

async function pdfWrittenAgain(get: Get, { id, number, xmlPath }: Document, say: (line: string) => void): Promise<string[]> {
  await get(`/invoices/${id}/pdf`);
  const folder = String(xmlPath).replace(/[^/]+$/, '');
  const keys = await keysOf(folder, '.pdf');
  for (const key of keys) await remove(key);
  const started = performance.now();
  const pdf = (await get(`/invoices/${id}/pdf`)) as Buffer;
  say(
    `${keys.length} PDFs are deleted; the one that is asked for is printed again in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
  const isPdf = Buffer.from(pdf).subarray(0, 5).toString() === '%PDF-';
  return isPdf && keys.length > 0 ? [] : [`${number} has no PDF any more.`];
}
