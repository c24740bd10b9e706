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
import fc from 'fast-check';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../../infra/local/engines/http.ts';
import { parseRange } from '../../../infra/local/engines/s3/objects.ts';
import { startS3 } from '../../../infra/local/engines/s3/index.ts';
import { clientConfig, dataFolder, engineInProcess, refusal } from './engines-support.ts';
import { sized } from '../../support/effort.ts';

const dataDir = dataFolder();
const Bucket = 'documents';
let engine: Engine;
let client: S3Client;

const connect = (endpoint: string) => new S3Client({ ...clientConfig, endpoint, forcePathStyle: true });

beforeAll(async () => {
  engine = await startS3({ dataDir, buckets: [Bucket] });
  client = connect(engine.endpoint);
});
afterAll(() => engine.stop());

const put = (Key: string, Body: PutObjectCommandInput['Body'], more: Partial<PutObjectCommandInput> = {}) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
const get = (Key: string, more: object = {}) => client.send(new GetObjectCommand({ Bucket, Key, ...more }));
const text = async (Key: string) => (await get(Key)).Body?.transformToString();
const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

describe('objects', () => {
  test('an object is returned with its bytes, type, disposition, user metadata and MD5 as ETag', async () => {
    const stored = await put('C#1/invoices/Factură ăîșț.xml', '<Invoice>ț</Invoice>', {
      ContentType: 'application/xml',
      ContentDisposition: 'attachment; filename="f.xml"',
      CacheControl: 'private',
      Metadata: { sha256: 'abc', company: '1' },
    });
    expect(stored.ETag).toBe(`"${md5(Buffer.from('<Invoice>ț</Invoice>'))}"`);
    const found = await get('C#1/invoices/Factură ăîșț.xml');
    expect(await found.Body?.transformToString()).toBe('<Invoice>ț</Invoice>');
    expect(found).toMatchObject({
      ContentType: 'application/xml',
      ContentDisposition: 'attachment; filename="f.xml"',
      CacheControl: 'private',
      Metadata: { sha256: 'abc', company: '1' },
      ETag: stored.ETag,
      ContentLength: 21,
    });
    const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'C#1/invoices/Factură ăîșț.xml' }));
    expect(head).toMatchObject({ ContentLength: 21, Metadata: { company: '1' } });
    expect(head.LastModified?.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  // 50 MB in the long run.
  test('a large file is stored and returned unchanged, as a buffer and as a stream with the default checksum trailer', async () => {
    const bytes = randomBytes(sized(3_000_000, 50_000_000));
    await put('large/buffer', bytes);
    const pieces = function* () {
      for (let at = 0; at < bytes.length; at += 65_000) yield bytes.subarray(at, at + 65_000);
    };
    const sent: Record<string, string>[] = [];
    client.middlewareStack.add(
      next => args => {
        sent.push({ ...(args.request as { headers: Record<string, string> }).headers });
        return next(args);
      },
      { step: 'deserialize', name: 'seeHeaders' },
    );
    await put('large/stream', Readable.from(pieces()), { ContentLength: bytes.length });
    client.middlewareStack.remove('seeHeaders');
    expect(sent).toMatchObject([{ 'content-encoding': 'aws-chunked', 'x-amz-trailer': 'x-amz-checksum-crc32' }]);
    for (const key of ['large/buffer', 'large/stream']) {
      const found = await get(key);
      expect(found.ContentLength).toBe(bytes.length);
      expect(found.ContentEncoding).toBeUndefined();
      expect(md5((await found.Body?.transformToByteArray()) ?? new Uint8Array())).toBe(md5(bytes));
    }
  });

  test('an empty object is an object', async () => {
    await put('empty', new Uint8Array());
    expect((await get('empty')).ContentLength).toBe(0);
    expect(await text('empty')).toBe('');
  });

  test('a body that does not match its declared MD5 or CRC-32 is BadDigest and does not change the object', async () => {
    await put('checked', 'right');
    const wrong = [{ ContentMD5: createHash('md5').update('wrong').digest('base64') }, { ChecksumCRC32: 'AAAAAA==' }];
    for (const digest of wrong)
      expect(await refusal(put('checked', 'other', digest))).toMatchObject({ name: 'BadDigest', status: 400 });
    expect(await text('checked')).toBe('right');
  });

  test('a missing object is NoSuchKey, a missing bucket NoSuchBucket; deleting a missing object succeeds', async () => {
    expect(await refusal(get('missing'))).toMatchObject({ name: 'NoSuchKey', status: 404 });
    expect(await refusal(client.send(new HeadObjectCommand({ Bucket, Key: 'missing' })))).toMatchObject({ name: 'NotFound' });
    const elsewhere = client.send(new PutObjectCommand({ Bucket: 'nowhere', Key: 'k', Body: 'b' }));
    expect(await refusal(elsewhere)).toMatchObject({ name: 'NoSuchBucket', status: 404 });
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'missing' }));
  });

  test('CopyObject keeps metadata, and does not replace it', async () => {
    await put('from/ș', 'content', { Metadata: { a: '1' }, ContentType: 'text/plain' });
    const CopySource = `${Bucket}/${encodeURIComponent('from/ș')}`;
    await client.send(new CopyObjectCommand({ Bucket, Key: 'to/same', CopySource }));
    const replaced = client.send(new CopyObjectCommand({ Bucket, Key: 'to/other', CopySource, MetadataDirective: 'REPLACE' }));
    expect((await refusal(replaced)).name).toBe('NotImplemented');
    expect(await get('to/same')).toMatchObject({ Metadata: { a: '1' }, ContentType: 'text/plain' });
    expect(await text('to/same')).toBe('content');
  });

  test('a sub-resource is rejected as NotImplemented instead of taken for the object', async () => {
    await put('plain', 'content');
    const headers = { authorization: 'AWS4-HMAC-SHA256 Credential=x' };
    const answer = await fetch(`${engine.endpoint}/${Bucket}/plain?tagging`, { method: 'PUT', body: '<Tagging/>', headers });
    expect(answer.status).toBe(501);
    expect(await answer.text()).toContain('<Code>NotImplemented</Code>');
    expect(await text('plain')).toBe('content');
  });

  test('a request without signature is AccessDenied', async () => {
    await put('secret', 'content');
    const answer = await fetch(`${engine.endpoint}/${Bucket}/secret`);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('<Code>AccessDenied</Code>');
  });
});

describe('conditions', () => {
  test('If-None-Match: * writes once: the second is PreconditionFailed, and of many simultaneous ones one succeeds', async () => {
    await put('once', 'first', { IfNoneMatch: '*' });
    expect(await refusal(put('once', 'second', { IfNoneMatch: '*' }))).toMatchObject({ name: 'PreconditionFailed', status: 412 });
    expect(await text('once')).toBe('first');
    const race = await Promise.allSettled(['a', 'b', 'c', 'd'].map(body => put('race', body, { IfNoneMatch: '*' })));
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('If-Match overwrites only the version that it names, and never creates an object', async () => {
    const { ETag } = await put('versioned', 'one');
    await put('versioned', 'two', { IfMatch: ETag });
    expect(await refusal(put('versioned', 'three', { IfMatch: ETag }))).toMatchObject({
      name: 'PreconditionFailed',
      status: 412,
    });
    expect(await refusal(put('unversioned', 'x', { IfMatch: ETag }))).toMatchObject({ name: 'NoSuchKey', status: 404 });
    expect(await text('versioned')).toBe('two');
  });

  test('a conditional read returns 304 for a known ETag and 412 for another', async () => {
    const { ETag } = await put('known', 'content');
    expect((await refusal(get('known', { IfNoneMatch: ETag }))).status).toBe(304);
    expect((await refusal(get('known', { IfMatch: '"other"' }))).status).toBe(412);
  });
});

describe('ranges', () => {
  test('a range is returned as 206 with Content-Range', async () => {
    await put('digits', '0123456789');
    const found = await get('digits', { Range: 'bytes=2-4' });
    expect([await found.Body?.transformToString(), found.ContentRange, found.$metadata.httpStatusCode]).toEqual([
      '234',
      'bytes 2-4/10',
      206,
    ]);
    expect(await refusal(get('digits', { Range: 'bytes=10-' }))).toMatchObject({ name: 'InvalidRange', status: 416 });
  });

  test.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=7-', { start: 7, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-30', { start: 0, end: 9 }],
    ['bytes=5-500', { start: 5, end: 9 }],
    ['bytes=5-2', undefined],
    ['bytes=0-1,4-5', undefined],
    ['items=0-1', undefined],
    [undefined, undefined],
  ])('%s of ten bytes', (header, range) => expect(parseRange(header, 10)).toEqual(range));
});

describe('keys and listings', () => {
  test('any key is separate from every other and never leaves the data folder', async () => {
    const keys = [
      '../../escape',
      'a/../b',
      'a//b',
      'a/./b',
      '/leading',
      'trailing/',
      'CON',
      'ș?&#%+ =;:@,$',
      '日本語/🚀',
      `${'k'.repeat(1000)}.xml`,
    ];
    for (const key of keys) await put(`odd/${key}`, key);
    for (const key of keys) expect(await text(`odd/${key}`)).toBe(key);
    const listed = await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'odd/' }));
    expect(listed.Contents?.map(({ Key }) => Key).toSorted()).toEqual(keys.map(key => `odd/${key}`).toSorted());
    expect(readdirSync(dataDir)).toEqual(['s3']);
    expect(readdirSync(join(dataDir, 's3', 'buckets'))).toEqual([Bucket]);
  });

  test('pages of any size list each key and common prefix once, in the order of UTF-8', async () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '/', 'ț', '🚀'), minLength: 1, maxLength: 6 });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(name, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        async (names, MaxKeys) => {
          const Prefix = `list${round++}/`;
          await Promise.all(names.map(key => put(Prefix + key, 'x')));
          const list = async (Delimiter?: string) => {
            const [keys, prefixes]: [string[], string[]] = [[], []];
            let ContinuationToken: string | undefined;
            do {
              const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys, Delimiter, ContinuationToken }));
              expect(page.KeyCount).toBeLessThanOrEqual(MaxKeys);
              keys.push(...(page.Contents ?? []).map(({ Key }) => Key ?? ''));
              prefixes.push(...(page.CommonPrefixes ?? []).map(common => common.Prefix ?? ''));
              ContinuationToken = page.NextContinuationToken;
            } while (ContinuationToken !== undefined);
            return { keys, prefixes };
          };
          const sorted = names.map(key => Prefix + key).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
          expect(await list()).toEqual({ keys: sorted, prefixes: [] });
          const cut = sorted.map(key => key.slice(0, key.indexOf('/', Prefix.length) + 1));
          expect(await list('/')).toEqual({
            keys: sorted.filter((_, index) => cut[index] === ''),
            prefixes: [...new Set(cut)].filter(Boolean),
          });
        },
      ),
      { numRuns: 15 },
    );
  });

  test('DeleteObjects deletes by keys with markup in them', async () => {
    const keys = ['del/<a>&"b"', "del/'c'", 'del/d'];
    for (const key of keys) await put(key, 'x');
    const Objects = keys.slice(0, 2).map(Key => ({ Key }));
    const { Deleted } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    expect(Deleted?.map(({ Key }) => Key)).toEqual(keys.slice(0, 2));
    const { Contents } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'del/' }));
    expect(Contents?.map(({ Key }) => Key)).toEqual(['del/d']);
  });

  test('ListObjectVersions lists each object as its only version, in pages that continue after a key; DeleteObjects accepts its id', async () => {
    const keys = [1, 2, 3, 4, 5].map(place => `versions/${place} &`);
    for (const key of keys) await put(key, 'x');
    const page = (more: object) => client.send(new ListObjectVersionsCommand({ Bucket, Prefix: 'versions/', ...more }));
    const first = await page({ MaxKeys: 3 });
    expect([first.IsTruncated, first.Versions?.length]).toEqual([true, 3]);
    const second = await page({ KeyMarker: first.NextKeyMarker, VersionIdMarker: first.NextVersionIdMarker });
    const all = [...(first.Versions ?? []), ...(second.Versions ?? [])];
    expect(all.map(({ Key, VersionId }) => [Key, VersionId])).toEqual(keys.map(key => [key, 'null']));
    expect(second.IsTruncated).toBe(false);
    const Objects = all.slice(0, 4).map(({ Key, VersionId }) => ({ Key, VersionId }));
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    expect((await page({})).Versions?.map(({ Key }) => Key)).toEqual(keys.slice(4));
  });
});

describe('kill -9', () => {
  test('objects survive it, and an interrupted write leaves the old object and no partial file', async () => {
    const folder = mkdtempSync(join(dataDir, 'kill-'));
    const process = await engineInProcess('s3/index.ts', 'startS3', { dataDir: folder, buckets: [Bucket] });
    await connect(process.endpoint).send(new PutObjectCommand({ Bucket, Key: 'report.pdf', Body: 'old' }));

    const headers = { authorization: 'AWS4-HMAC-SHA256 Credential=x', 'content-length': 5_000_000 };
    const upload = request(`${process.endpoint}/${Bucket}/report.pdf`, { method: 'PUT', headers });
    upload.on('error', () => undefined);
    upload.write(Buffer.alloc(1_000_000));
    const files = () => readdirSync(join(folder, 's3', 'buckets', Bucket));
    await expect.poll(files).toHaveLength(2);
    await process.kill();

    const again = await startS3({ dataDir: folder });
    try {
      const found = await connect(again.endpoint).send(new GetObjectCommand({ Bucket, Key: 'report.pdf' }));
      expect(await found.Body?.transformToString()).toBe('old');
      expect(files()).toHaveLength(1);
    } finally {
      await again.stop();
    }
  });

  test('a caller that disconnects leaves no partial file', async () => {
    const files = () => readdirSync(join(dataDir, 's3', 'buckets', Bucket)).length;
    const before = files();
    const headers = { authorization: 'AWS4-HMAC-SHA256 Credential=x', 'content-length': 5_000_000 };
    const upload = request(`${engine.endpoint}/${Bucket}/broken`, { method: 'PUT', headers });
    upload.on('error', () => undefined);
    upload.write(Buffer.alloc(1_000_000));
    await expect.poll(files).toBe(before + 1);
    upload.destroy();
    await expect.poll(files).toBe(before);
    expect((await refusal(get('broken'))).name).toBe('NoSuchKey');
  });
});
