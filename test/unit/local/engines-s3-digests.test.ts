import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../../infra/local/engines/http.ts';
import { digestsOf } from '../../../infra/local/engines/s3/digests.ts';
import { startS3 } from '../../../infra/local/engines/s3/index.ts';
import { clientConfig, dataFolder, refusal } from './engines-support.ts';

const Bucket = 'documents';
let engine: Engine;
let client: S3Client;

beforeAll(async () => {
  engine = await startS3({ dataDir: dataFolder(), buckets: [Bucket] });
  client = new S3Client({ ...clientConfig, endpoint: engine.endpoint, forcePathStyle: true });
});
afterAll(() => engine.stop());

const put = (Key: string, Body: PutObjectCommandInput['Body'], more: Partial<PutObjectCommandInput> = {}) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
const text = async (Key: string) => (await client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();

/** A request with headers of one's own: the SDK sends none that are wrong. */
async function raw(method: string, path: string, headers: Record<string, string>, body?: string): Promise<string> {
  const signed = { authorization: 'AWS4-HMAC-SHA256 Credential=x', ...headers };
  const answer = await fetch(`${engine.endpoint}/${Bucket}${path}`, { method, headers: signed, body: body ?? null });
  return `${answer.status} ${/<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1] ?? ''}`.trim();
}

describe('digests', () => {
  test('the CRCs of the check text are those of their catalogue', () => {
    const hex = (digest = '') => Buffer.from(digest, 'base64').toString('hex');
    const { crc32, crc32c, crc64nvme } = digestsOf(Buffer.from('123456789'), ['crc32', 'crc32c', 'crc64nvme']);
    expect([crc32, crc32c, crc64nvme].map(hex)).toEqual(['cbf43926', 'e3069283', 'ae8b14860a799888']);
  });

  test.each(['CRC32', 'CRC32C', 'SHA1', 'SHA256'] as const)('PutObject confirms the %s that the SDK computes', async name => {
    const answer = await put('confirmed', `content for ${name}`, { ChecksumAlgorithm: name });
    const value = digestsOf(Buffer.from(`content for ${name}`), [name.toLowerCase() as 'crc32'])[name.toLowerCase() as 'crc32'];
    expect([answer[`Checksum${name}`], answer.ChecksumType]).toEqual([value, 'FULL_OBJECT']);
  });

  test('a malformed digest, a wrong one, two, and one of another kind are refused, and the object stays', async () => {
    await put('kept', 'first');
    const refused: [string, Record<string, string>][] = [
      ['400 InvalidDigest', { 'content-md5': 'not base64' }],
      ['400 InvalidDigest', { 'content-md5': 'AAAA' }],
      ['400 BadDigest', { 'content-md5': 'AAAAAAAAAAAAAAAAAAAAAA==' }],
      ['400 InvalidRequest', { 'x-amz-checksum-crc32': 'AAAA' }],
      ['400 BadDigest', { 'x-amz-checksum-crc32': 'AAAAAA==' }],
      ['400 BadDigest', { 'x-amz-checksum-crc32c': 'AAAAAA==' }],
      ['400 BadDigest', { 'x-amz-checksum-crc64nvme': 'AAAAAAAAAAA=' }],
      ['400 InvalidRequest', { 'x-amz-checksum-crc32': 'AAAAAA==', 'x-amz-checksum-crc32c': 'AAAAAA==' }],
      ['400 InvalidRequest', { 'x-amz-sdk-checksum-algorithm': 'CRC32' }],
      ['400 MalformedTrailerError', { 'x-amz-trailer': 'x-amz-checksum-crc32' }],
      ['501 NotImplemented', { 'x-amz-checksum-xxhash3': 'AAAAAAAAAAA=' }],
    ];
    for (const [answer, headers] of refused)
      expect([await raw('PUT', '/kept', headers, 'second'), headers]).toEqual([answer, headers]);
    expect(await text('kept')).toBe('first');
  });

  test('DeleteObjects needs a digest of its list, and checks it', async () => {
    await put('listed', 'x');
    const list = '<Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Object><Key>listed</Key></Object></Delete>';
    expect(await raw('POST', '?delete', {}, list)).toBe('400 InvalidRequest');
    expect(await raw('POST', '?delete', { 'content-md5': 'AAAAAAAAAAAAAAAAAAAAAA==' }, list)).toBe('400 BadDigest');
    expect(await text('listed')).toBe('x');
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'listed' }] } }));
    expect((await refusal(text('listed'))).name).toBe('NoSuchKey');
  });
});

describe('conditions by date', () => {
  test('a read is answered by what the caller has, and an ETag goes before a date', async () => {
    const { ETag = '' } = await put('dated', 'content');
    const [before, after] = ['Fri, 01 Jan 2016 00:00:00 GMT', 'Fri, 01 Jan 2100 00:00:00 GMT'];
    const cases: [string, Record<string, string>][] = [
      ['412 PreconditionFailed', { 'if-unmodified-since': before }],
      ['200', { 'if-unmodified-since': after }],
      ['200', { 'if-unmodified-since': before, 'if-match': ETag }],
      ['200', { 'if-unmodified-since': 'yesterday' }],
      ['304', { 'if-modified-since': after }],
      ['200', { 'if-modified-since': before }],
      ['304', { 'if-modified-since': before, 'if-none-match': ETag }],
      ['200', { 'if-modified-since': after, 'if-none-match': '"other"' }],
    ];
    for (const [answer, headers] of cases) expect([await raw('GET', '/dated', headers), headers]).toEqual([answer, headers]);
  });

  test('a write or delete whose condition S3 or the local engine does not have is refused', async () => {
    const date = 'Fri, 01 Jan 2100 00:00:00 GMT';
    expect(await raw('PUT', '/dated', { 'if-unmodified-since': date }, 'x')).toBe('501 NotImplemented');
    expect(await raw('PUT', '/dated', { 'if-none-match': '"etag"' }, 'x')).toBe('501 NotImplemented');
    expect(await raw('DELETE', '/dated', { 'if-match': '"etag"' })).toBe('501 NotImplemented');
    expect(await text('dated')).toBe('content');
  });
});

test('an object is not copied to itself, nor on a condition', async () => {
  await put('source', 'x');
  const copy = (Key: string, more: object = {}) =>
    refusal(client.send(new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/source`, ...more })));
  expect(await copy('source')).toMatchObject({ name: 'InvalidRequest', status: 400 });
  expect(await copy('other', { CopySourceIfMatch: '"etag"' })).toMatchObject({ name: 'NotImplemented', status: 501 });
});

test.each(['garbage', 'a2V5', ''])('a listing is not continued at the token "%s", which no page has given', async token => {
  expect(await raw('GET', `?list-type=2&continuation-token=${token}`, {})).toBe('400 InvalidArgument');
});

test('a listing continues at the token of its page', async () => {
  for (const key of ['page/a', 'page/b']) await put(key, 'x');
  const page = (ContinuationToken?: string) =>
    client.send(new ListObjectsV2Command({ Bucket, Prefix: 'page/', MaxKeys: 1, ContinuationToken }));
  const { NextContinuationToken } = await page();
  expect((await page(NextContinuationToken)).Contents?.map(({ Key }) => Key)).toEqual(['page/b']);
});
