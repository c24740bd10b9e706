import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../../infra/local/engines/http.ts';
import { startS3 } from '../../../infra/local/engines/s3/index.ts';
import { clientConfig, dataFolder, refusal, turnableClock } from './engines-support.ts';

const options = {
  dataDir: dataFolder(),
  buckets: ['compliance', 'governance', 'chosen', 'plain'],
  locks: { compliance: { mode: 'COMPLIANCE', days: 10 }, governance: { mode: 'GOVERNANCE', days: 10 }, chosen: null },
} as const;
const DAY = 86_400;
const clock = turnableClock();
let engine: Engine;
let client: S3Client;

const start = async () => {
  engine = await startS3({ ...options, buckets: [...options.buckets] });
  client = new S3Client({ ...clientConfig, endpoint: engine.endpoint, forcePathStyle: true });
};
beforeAll(start);
afterAll(() => engine.stop());

const put = (Bucket: string, Key: string, Body: string, more: Partial<PutObjectCommandInput> = {}) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
const get = (Bucket: string, Key: string, VersionId?: string) => client.send(new GetObjectCommand({ Bucket, Key, VersionId }));
const text = async (...of: Parameters<typeof get>) => (await get(...of)).Body?.transformToString();
const remove = (Bucket: string, Key: string, VersionId?: string, BypassGovernanceRetention = false) =>
  client.send(new DeleteObjectCommand({ Bucket, Key, VersionId, BypassGovernanceRetention }));
const listed = (Bucket: string, Prefix: string, more: object = {}) =>
  client.send(new ListObjectVersionsCommand({ Bucket, Prefix, ...more }));

describe('a bucket with Object Lock', () => {
  const locked = { name: 'AccessDenied', status: 403, message: 'Access Denied because object protected by object lock.' };

  test('assigns each object a version, and returns until when it is locked', async () => {
    const { VersionId } = await put('compliance', 'a/one', 'first');
    expect(VersionId).toMatch(/^\S{32}$/);
    const head = await client.send(new HeadObjectCommand({ Bucket: 'compliance', Key: 'a/one' }));
    expect(head).toMatchObject({ VersionId, ObjectLockMode: 'COMPLIANCE' });
    const days = ((head.ObjectLockRetainUntilDate?.getTime() ?? 0) - Date.now()) / 1000 / DAY;
    expect(Math.round(days)).toBe(10);
  });

  test('keeps every version: replacing or deleting an object only hides it', async () => {
    const first = await put('compliance', 'b/one', 'first');
    const second = await put('compliance', 'b/one', 'second');
    expect(await text('compliance', 'b/one')).toBe('second');
    expect(await text('compliance', 'b/one', first.VersionId)).toBe('first');

    const marker = await remove('compliance', 'b/one');
    expect(marker.DeleteMarker).toBe(true);
    expect(await refusal(get('compliance', 'b/one'))).toMatchObject({ name: 'NoSuchKey' });
    expect(await refusal(get('compliance', 'b/one', marker.VersionId))).toMatchObject({ status: 405 });
    expect((await client.send(new ListObjectsV2Command({ Bucket: 'compliance', Prefix: 'b/' }))).KeyCount).toBe(0);
    const history = await listed('compliance', 'b/');
    expect(history.Versions?.map(({ VersionId, IsLatest }) => [VersionId, IsLatest])).toEqual([
      [second.VersionId, false],
      [first.VersionId, false],
    ]);
    expect(history.DeleteMarkers).toMatchObject([{ Key: 'b/one', VersionId: marker.VersionId, IsLatest: true }]);

    // The marker itself is not locked: without it the object is visible again.
    await remove('compliance', 'b/one', marker.VersionId);
    expect(await text('compliance', 'b/one')).toBe('second');
    expect(await refusal(get('compliance', 'b/one', 'none'))).toMatchObject({ name: 'NoSuchVersion', status: 404 });
  });

  test('prevents the removal of a version before its date, in each mode as on AWS', async () => {
    const cases = [
      { bucket: 'compliance', bypass: false, refused: true },
      { bucket: 'compliance', bypass: true, refused: true },
      { bucket: 'governance', bypass: false, refused: true },
      { bucket: 'governance', bypass: true, refused: false },
    ];
    for (const { bucket, bypass, refused } of cases) {
      const { VersionId } = await put(bucket, 'c/one', 'kept');
      const removal = remove(bucket, 'c/one', VersionId, bypass);
      if (refused) expect(await refusal(removal), `${bucket} ${bypass}`).toMatchObject(locked);
      else await removal;
      const left = (await listed(bucket, 'c/')).Versions?.some(version => version.VersionId === VersionId) ?? false;
      expect(left, `${bucket} ${bypass}`).toBe(refused);
    }
  });

  test('allows removing a version after its date', async () => {
    const { VersionId } = await put('compliance', 'd/one', 'old');
    clock.advance(10 * DAY - 60);
    expect(await refusal(remove('compliance', 'd/one', VersionId))).toMatchObject(locked);
    clock.advance(120);
    await remove('compliance', 'd/one', VersionId);
    expect(await refusal(get('compliance', 'd/one'))).toMatchObject({ name: 'NoSuchKey' });
  });

  test('removes a missing version without an error, as S3 does: two purges may run at once', async () => {
    const { VersionId } = await put('governance', 'j/one', 'kept');
    await remove('governance', 'j/one', VersionId, true);
    await remove('governance', 'j/one', VersionId, true);
    const Objects = [{ Key: 'j/one', VersionId }];
    const answer = await client.send(new DeleteObjectsCommand({ Bucket: 'governance', Delete: { Objects } }));
    expect(answer.Errors).toBeUndefined();
  });

  test('reports of many removals those that it rejects', async () => {
    const { VersionId } = await put('compliance', 'e/one', 'kept');
    const Objects = [{ Key: 'e/one', VersionId }, { Key: 'e/none' }];
    const answer = await client.send(new DeleteObjectsCommand({ Bucket: 'compliance', Delete: { Objects } }));
    expect(answer.Errors).toMatchObject([{ Key: 'e/one', VersionId, Code: 'AccessDenied', Message: locked.message }]);
    expect(answer.Deleted).toMatchObject([{ Key: 'e/none' }]);
    expect(await text('compliance', 'e/one')).toBe('kept');
  });

  test('stores an object once where the caller requires that, and again after its deletion, in addition to the locked one', async () => {
    const first = await put('compliance', 'f/one', 'first', { IfNoneMatch: '*' });
    const again = put('compliance', 'f/one', 'again', { IfNoneMatch: '*' });
    expect(await refusal(again)).toMatchObject({ name: 'PreconditionFailed', status: 412 });
    await remove('compliance', 'f/one');
    await put('compliance', 'f/one', 'again', { IfNoneMatch: '*' });
    expect(await text('compliance', 'f/one', first.VersionId)).toBe('first');
  });

  test('rejects bytes without a digest, and operations that it does not implement', async () => {
    const unsigned = { authorization: 'AWS4-HMAC-SHA256 x' };
    const plainPut = (bucket: string, headers: Record<string, string> = {}) =>
      fetch(`${engine.endpoint}/${bucket}/g`, { method: 'PUT', body: 'x', headers: { ...unsigned, ...headers } });
    expect((await plainPut('plain')).status).toBe(200);
    const refused = await plainPut('compliance');
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('InvalidRequest')]);
    expect((await plainPut('chosen')).status).toBe(200);
    const lock = { 'x-amz-object-lock-mode': 'GOVERNANCE', 'x-amz-object-lock-retain-until-date': '2099-01-01T00:00:00Z' };
    const unvouched = await plainPut('chosen', lock);
    expect([unvouched.status, await unvouched.text()]).toEqual([400, expect.stringContaining('InvalidRequest')]);
    expect((await plainPut('chosen', { 'x-amz-object-lock-legal-hold': 'ON' })).status).toBe(501);
    const copy = await plainPut('chosen', { ...lock, 'x-amz-copy-source': 'plain/g' });
    expect(copy.status).toBe(501);
    expect((await fetch(`${engine.endpoint}/compliance/a/one?retention`, { method: 'PUT', headers: unsigned })).status).toBe(501);
  });

  test('lists versions in pages, each once', async () => {
    for (const key of ['h/1', 'h/2', 'h/1', 'h/3']) await put('governance', key, key);
    const seen: unknown[] = [];
    let marker: object = {};
    for (;;) {
      const page = await listed('governance', 'h/', { MaxKeys: 1, ...marker });
      seen.push(...(page.Versions ?? []).map(({ Key }) => Key));
      if (!page.IsTruncated) break;
      marker = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
    }
    expect(seen).toEqual(['h/1', 'h/1', 'h/2', 'h/3']);
  });

  test('has all versions after a restart', async () => {
    const first = await put('compliance', 'i/one', 'first');
    await put('compliance', 'i/one', 'second');
    await engine.stop();
    await start();
    expect(await text('compliance', 'i/one')).toBe('second');
    expect(await text('compliance', 'i/one', first.VersionId)).toBe('first');
    expect(await refusal(remove('compliance', 'i/one', first.VersionId))).toMatchObject(locked);
  });
});

describe('a bucket with Object Lock and without a default retention', () => {
  const until = (days: number) => new Date(Date.now() + days * DAY * 1000);
  const locked = (days: number, ObjectLockMode: 'GOVERNANCE' | 'COMPLIANCE' = 'GOVERNANCE') => ({
    ObjectLockMode,
    ObjectLockRetainUntilDate: until(days),
  });

  test('locks the objects that the request locks, and nothing else', async () => {
    const plain = await put('chosen', 'a/plain', 'x');
    const kept = await put('chosen', 'a/kept', 'x', locked(10));
    const head = (Key: string) => client.send(new HeadObjectCommand({ Bucket: 'chosen', Key }));
    expect((await head('a/plain')).ObjectLockMode).toBeUndefined();
    expect((await head('a/plain')).ObjectLockRetainUntilDate).toBeUndefined();
    const { ObjectLockMode, ObjectLockRetainUntilDate } = await head('a/kept');
    expect(ObjectLockMode).toBe('GOVERNANCE');
    expect(Math.abs((ObjectLockRetainUntilDate?.getTime() ?? 0) - until(10).getTime())).toBeLessThan(60_000);

    await remove('chosen', 'a/plain', plain.VersionId);
    expect(await refusal(remove('chosen', 'a/kept', kept.VersionId))).toMatchObject({ name: 'AccessDenied', status: 403 });
    await remove('chosen', 'a/kept', kept.VersionId, true);
    expect((await listed('chosen', 'a/')).Versions ?? []).toEqual([]);
  });

  test('allows removing it after its date, and keeps an older version when it is replaced', async () => {
    const first = await put('chosen', 'b/one', 'first', locked(10, 'COMPLIANCE'));
    await put('chosen', 'b/one', 'second');
    expect(await text('chosen', 'b/one', first.VersionId)).toBe('first');
    expect(await refusal(remove('chosen', 'b/one', first.VersionId, true))).toMatchObject({ name: 'AccessDenied' });
    clock.advance(11 * DAY);
    await remove('chosen', 'b/one', first.VersionId);
    expect((await listed('chosen', 'b/')).Versions).toHaveLength(1);
  });

  test.each([
    ['a bucket without Object Lock', 'plain', locked(10), 'InvalidRequest'],
    ['a date that has passed', 'chosen', locked(-1), 'InvalidArgument'],
    ['a mode without a date', 'chosen', { ObjectLockMode: 'GOVERNANCE' }, 'InvalidArgument'],
    ['a date without a mode', 'chosen', { ObjectLockRetainUntilDate: until(10) }, 'InvalidArgument'],
    ['an unknown mode', 'chosen', { ...locked(10), ObjectLockMode: 'NONE' }, 'InvalidArgument'],
  ])('rejects %s', async (_, bucket, lock, name) => {
    expect(await refusal(put(bucket, 'c/one', 'x', lock as Partial<PutObjectCommandInput>))).toMatchObject({ name, status: 400 });
    expect(await refusal(get(bucket, 'c/one'))).toMatchObject({ name: 'NoSuchKey' });
  });

  test('copies an older version to where a newer one hides it', async () => {
    const first = await put('chosen', 'd/ü one', 'first', locked(10));
    await put('chosen', 'd/ü one', 'second');
    const CopySource = `chosen/${encodeURIComponent('d/ü one')}?versionId=${first.VersionId}`;
    await client.send(new CopyObjectCommand({ Bucket: 'chosen', Key: 'd/ü one', CopySource }));
    expect(await text('chosen', 'd/ü one')).toBe('first');
    expect((await listed('chosen', 'd/')).Versions).toHaveLength(3);
  });

  test('replaces the default of a bucket that has one', async () => {
    const { VersionId } = await put('compliance', 'k/one', 'x', locked(1, 'GOVERNANCE'));
    await remove('compliance', 'k/one', VersionId, true);
  });

  test('has the objects that were stored before it got its lock, as the version `null`', async () => {
    const dataDir = dataFolder();
    const open = async (locks: object): Promise<{ s3: Engine; own: S3Client }> => {
      const s3 = await startS3({ dataDir, buckets: ['old'], locks: locks as never });
      return { s3, own: new S3Client({ ...clientConfig, endpoint: s3.endpoint, forcePathStyle: true }) };
    };
    const without = await open({});
    for (const Key of ['a', 'b']) await without.own.send(new PutObjectCommand({ Bucket: 'old', Key, Body: 'x' }));
    await without.s3.stop();
    for (let starts = 0; starts < 2; starts++) {
      const { s3, own } = await open({ old: null });
      const { Versions } = await own.send(new ListObjectVersionsCommand({ Bucket: 'old' }));
      expect(Versions?.map(({ Key, VersionId }) => [Key, VersionId])).toEqual(['a', 'b'].map(key => [key, 'null']));
      expect((await own.send(new HeadObjectCommand({ Bucket: 'old', Key: 'a' }))).ContentLength).toBe(1);
      await s3.stop();
    }
  });
});

test('a bucket without a lock has no versions, and removes objects when asked', async () => {
  const stored = await put('plain', 'one', 'first');
  expect(stored.VersionId).toBeUndefined();
  await remove('plain', 'one');
  expect(await refusal(get('plain', 'one'))).toMatchObject({ name: 'NoSuchKey' });
});
