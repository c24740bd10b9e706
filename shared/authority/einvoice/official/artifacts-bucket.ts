import { GetObjectCommand, ListObjectsV2Command, type ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import { s3 } from '#shared/platform/aws/s3.ts';

/**
 * The files directly below `place` (`s3://bucket/prefix`) whose keys satisfy `isOfKind`, in the order of their keys. This module is
 * imported dynamically, where it is needed: a dynamic import of the SDK's client itself would put all its operations into the
 * bundles of all functions.
 *
 * @returns the names below the prefix; `bytes` downloads a file
 */
export async function filesInBucket(
  place: string,
  isOfKind: (name: string) => boolean,
): Promise<{ name: string; bytes(): Promise<Uint8Array> }[]> {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(place) ?? [];
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  const keys: string[] = [];
  let page: ListObjectsV2CommandOutput | undefined;
  do {
    const next = page?.NextContinuationToken;
    page = await s3().send(new ListObjectsV2Command({ Bucket: bucket, Prefix: folder, Delimiter: '/', ContinuationToken: next }));
    for (const { Key } of page.Contents ?? []) if (Key !== undefined && isOfKind(Key)) keys.push(Key);
  } while (page.IsTruncated === true);
  return keys.sort().map(key => ({
    name: key.slice(folder.length),
    async bytes() {
      const { Body } = await s3().send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      if (!Body) throw new Error(`s3://${bucket}/${key} is empty.`);
      return Body.transformToByteArray();
    },
  }));
}
