import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { environment } from '../environment.ts';
import { s3 } from '../s3.ts';

/** Reads of the bucket of anchors, apart from the write, which functions that read do not need. */

/** The text of a file; undefined when there is none under this key. */
export async function getAnchorFile(key: string): Promise<string | undefined> {
  try {
    const { Body } = await s3().send(new GetObjectCommand({ Bucket: environment('anchorsBucket'), Key: key }));
    return await Body?.transformToString();
  } catch (error) {
    if ((error as Error).name === 'NoSuchKey') return undefined;
    throw error;
  }
}

/** The folders directly below a folder, in the order of their names: one call, which lists up to 1,000. @param folder ends with `/` */
export async function listAnchorFolders(folder: string): Promise<string[]> {
  const { CommonPrefixes = [] } = await s3().send(
    new ListObjectsV2Command({ Bucket: environment('anchorsBucket'), Prefix: folder, Delimiter: '/' }),
  );
  return CommonPrefixes.flatMap(({ Prefix }) => Prefix ?? []);
}

/** Keys and sizes of the files of a folder, in the order of their keys: one call, which lists up to 1,000. */
export async function listAnchorFiles(folder: string): Promise<{ key: string; bytes: number }[]> {
  const { Contents = [] } = await s3().send(new ListObjectsV2Command({ Bucket: environment('anchorsBucket'), Prefix: folder }));
  return Contents.flatMap(({ Key, Size = 0 }) => (Key === undefined ? [] : [{ key: Key, bytes: Size }]));
}
