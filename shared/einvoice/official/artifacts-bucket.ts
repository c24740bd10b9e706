import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { s3 } from '../../aws/s3.ts';

/**
 * The files directly below `place` (`s3://bucket/prefix`) whose keys satisfy `isOfKind`. A module of its own, imported where it is needed:
 * importing the SDK's client itself at run time would keep all its operations in the bundles of all functions.
 */
export async function filesInBucket(
  place: string,
  isOfKind: (name: string) => boolean,
): Promise<{ name: string; bytes(): Promise<Uint8Array> }[]> {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(place) ?? [];
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  const { Contents = [] } = await s3().send(new ListObjectsV2Command({ Bucket: bucket, Prefix: folder, Delimiter: '/' }));
  const keys = Contents.flatMap(({ Key }) => (Key !== undefined && isOfKind(Key) ? [Key] : [])).sort();
  return keys.map(key => ({
    name: key.slice(folder.length),
    async bytes() {
      const { Body } = await s3().send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      if (!Body) throw new Error(`s3://${bucket}/${key} is empty.`);
      return Body.transformToByteArray();
    },
  }));
}
