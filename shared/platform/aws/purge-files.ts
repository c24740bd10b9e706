import { DeleteObjectsCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { environment } from './environment.ts';
import { s3 } from './s3.ts';

/**
 * Removes the files below a prefix, with all their versions and delete markers, also those that are locked (S3 Object Lock in governance
 * mode); they cannot be restored. Lists up to 1,000 versions
 * at a time and removes them before it lists the next page, so that a later call continues where this call stopped.
 *
 * @param goOn called before each page; false stops the purge
 * @returns true when no file is left; false when `goOn` returned false first
 * @throws Error when the prefix does not end with "/" or S3 does not remove a file
 */
export async function purgeFiles(prefix: string, goOn: () => boolean): Promise<boolean> {
  if (!prefix.endsWith('/')) throw new Error('The prefix must name a folder.');
  const Bucket = environment('documentsBucket');
  while (goOn()) {
    const page = await s3().send(new ListObjectVersionsCommand({ Bucket, Prefix: prefix }));
    const Objects = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].map(({ Key, VersionId }) => ({ Key, VersionId }));
    if (Objects.length === 0) return true;
    const { Errors = [] } = await s3().send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true }, BypassGovernanceRetention: true }),
    );
    const [first] = Errors;
    if (first) throw new Error(`${Errors.length} files were not removed; the first: ${first.Code ?? ''} ${first.Message ?? ''}`);
    if (!page.IsTruncated) return true;
  }
  return false;
}
