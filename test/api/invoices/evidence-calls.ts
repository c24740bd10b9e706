import { DeleteObjectCommand, HeadObjectCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { beforeAll, expect } from 'vitest';
import { environment } from '#shared/platform/aws/environment.ts';
import { s3 } from '#shared/platform/aws/s3.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { readyCompany } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';

export const Bucket = (): string => environment('documentsBucket');
export const keysBelow = async (Prefix: string): Promise<string[]> =>
  ((await s3().send(new ListObjectVersionsCommand({ Bucket: Bucket(), Prefix }))).Versions ?? []).map(({ Key }) => Key ?? '');
export const headOf = (Key: string) => s3().send(new HeadObjectCommand({ Bucket: Bucket(), Key }));
export const removeVersion = (Key: string, VersionId: string | undefined) =>
  s3().send(new DeleteObjectCommand({ Bucket: Bucket(), Key, VersionId }));
/** Five years from 1 July of the next year. */
const end = (): Date => new Date(`${Number(today().slice(0, 4)) + 5}-12-31T00:00:00Z`);

export async function expectLocked(key: string): Promise<void> {
  const { VersionId, ObjectLockMode, ObjectLockRetainUntilDate } = await headOf(key);
  expect([key, ObjectLockMode]).toEqual([key, 'GOVERNANCE']);
  expect(ObjectLockRetainUntilDate?.getTime()).toBeGreaterThan(end().getTime());
  await expect(removeVersion(key, VersionId)).rejects.toThrow('protected by object lock');
  expect((await headOf(key)).VersionId).toBe(VersionId);
}

/** Requests of these tests. */
export function evidenceCalls() {
  const service = useService();
  const scope = {} as Scope & { clientId: string };
  beforeAll(async () => {
    Object.assign(scope, await readyCompany(service()));
  }, 60_000);
  return { service, scope };
}
