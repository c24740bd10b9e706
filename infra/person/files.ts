import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { KINDS } from '#shared/model/kinds.ts';
import { environment } from '#shared/platform/aws/environment.ts';
import { s3 } from '#shared/platform/aws/s3.ts';
import { ownerOf } from '#shared/platform/store/table.ts';
import type { Stored } from './match.ts';

/** A file about a person: which document it belongs to, and its key in the bucket of files. */
export interface HeldFile {
  document: string;
  key: string;
  bytes: number;
}

/** The files of a document: PDF, XML, attachments. A call for each 1,000. */
export async function filesOf({ pk, kind, ...item }: Stored): Promise<HeldFile[]> {
  const folder = Object.values(KINDS).find(one => one.item === kind)?.folder;
  const { id, number } = item['data'] as { id: string; number: string };
  if (folder === undefined) return [];
  const Prefix = `companies/${ownerOf(pk).companyId}/${folder}/${id}/`;
  const files: HeldFile[] = [];
  let next: { ContinuationToken?: string } | undefined = {};
  while (next) {
    const page: { Contents?: { Key?: string; Size?: number }[]; NextContinuationToken?: string } = await s3().send(
      new ListObjectsV2Command({ Bucket: environment('documentsBucket'), Prefix, ...next }),
    );
    files.push(...(page.Contents ?? []).map(({ Key = '', Size = 0 }) => ({ document: number, key: Key, bytes: Size })));
    next = page.NextContinuationToken === undefined ? undefined : { ContinuationToken: page.NextContinuationToken };
  }
  return files;
}
