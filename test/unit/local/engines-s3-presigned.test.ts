import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../../infra/local/engines/http.ts';
import { startS3 } from '../../../infra/local/engines/s3/index.ts';
import { instantIn, now } from '#shared/base/kernel/clock.ts';
import { clientConfig, dataFolder, refusal, turnableClock } from './engines-support.ts';

const dataDir = dataFolder();
const clock = turnableClock();
const Bucket = 'uploads';
let engine: Engine;
let client: S3Client;

beforeAll(async () => {
  engine = await startS3({ dataDir, buckets: [Bucket] });
  client = new S3Client({ ...clientConfig, endpoint: engine.endpoint, forcePathStyle: true });
});
afterAll(() => engine.stop());

const presign = (command: GetObjectCommand | PutObjectCommand, expiresIn = 60) =>
  getSignedUrl(client, command, { expiresIn, signingDate: now() });
const codeOf = async (answer: Response) => /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1];
const text = async (Key: string) => (await client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();

describe('presigned URLs', () => {
  test('a GET returns the object, with type and disposition of the URL', async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: 'a/ș.pdf', Body: 'pdf', ContentType: 'text/html' }));
    const url = await presign(
      new GetObjectCommand({
        Bucket,
        Key: 'a/ș.pdf',
        ResponseContentType: 'application/pdf',
        ResponseContentDisposition: `attachment; filename="s.pdf"; filename*=UTF-8''%C8%99.pdf`,
      }),
    );
    const answer = await fetch(url);
    expect(await answer.text()).toBe('pdf');
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="s.pdf"; filename*=UTF-8''%C8%99.pdf`);
  });

  test('a disposition outside of ISO 8859-1 is rejected, as by S3', async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: 'b', Body: 'x' }));
    const url = await presign(
      new GetObjectCommand({ Bucket, Key: 'b', ResponseContentDisposition: 'attachment; filename="ș.pdf"' }),
    );
    expect(await codeOf(await fetch(url))).toBe('InvalidArgument');
  });

  test('a URL is rejected after its expiry by the local clock, and long before its date', async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: 'c', Body: 'x' }));
    const url = await presign(new GetObjectCommand({ Bucket, Key: 'c' }), 60);
    clock.advance(58);
    expect((await fetch(url)).status).toBe(200);
    clock.advance(3);
    const expired = await fetch(url);
    expect([expired.status, await codeOf(expired)]).toEqual([403, 'AccessDenied']);
    clock.advance(-7200);
    expect((await fetch(url)).status).toBe(403);
  });

  test('a URL is only for the method, key and parameters that were signed', async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: 'signed', Body: 'x' }));
    await client.send(new PutObjectCommand({ Bucket, Key: 'other', Body: 'y' }));
    const url = await presign(new GetObjectCommand({ Bucket, Key: 'signed', ResponseContentType: 'text/plain' }));
    const changed = (change: (url: URL) => void) => {
      const other = new URL(url);
      change(other);
      return fetch(other);
    };
    expect((await fetch(url)).status).toBe(200);
    const answers = await Promise.all([
      fetch(url, { method: 'PUT', body: 'z' }),
      fetch(url, { method: 'DELETE' }),
      changed(other => (other.pathname = `/${Bucket}/other`)),
      changed(other => other.searchParams.set('response-content-type', 'text/html')),
      changed(other => other.searchParams.set('X-Amz-Expires', '3600')),
      changed(other => other.searchParams.set('X-Amz-Signature', 'a'.repeat(64))),
    ]);
    for (const answer of answers) expect([answer.status, await codeOf(answer)]).toEqual([403, 'SignatureDoesNotMatch']);
    expect(await text('signed')).toBe('x');
  });

  test('an expiry over a week, or a URL without date, is malformed', async () => {
    const url = new URL(await presign(new GetObjectCommand({ Bucket, Key: 'c' }), 60));
    url.searchParams.set('X-Amz-Expires', '604801');
    expect(await codeOf(await fetch(url))).toBe('AuthorizationQueryParametersError');
    url.searchParams.delete('X-Amz-Date');
    expect(await codeOf(await fetch(url))).toBe('AuthorizationQueryParametersError');
  });

  test('a PUT stores the body with the signed type and metadata; expired, it stores nothing', async () => {
    const url = await presign(
      new PutObjectCommand({ Bucket, Key: 'd', ContentType: 'application/xml', Metadata: { company: '1' } }),
    );
    const upload = () => fetch(url, { method: 'PUT', body: '<a/>', headers: { 'content-type': 'application/xml' } });
    expect((await upload()).status).toBe(200);
    const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'd' }));
    expect(head).toMatchObject({ ContentType: 'application/xml', Metadata: { company: '1' }, ContentLength: 4 });

    const late = await presign(new PutObjectCommand({ Bucket, Key: 'e' }));
    clock.advance(61);
    expect((await fetch(late, { method: 'PUT', body: 'late' })).status).toBe(403);
    expect((await refusal(text('e'))).name).toBe('NoSuchKey');
  });
});

type Condition = Record<string, string> | [string, string, string] | ['content-length-range', number, number];

describe('POST policies', () => {
  const conditions: Condition[] = [
    { bucket: Bucket },
    ['starts-with', '$key', 'uploads/c1/'],
    ['eq', '$Content-Type', 'application/pdf'],
    ['content-length-range', 1, 100_000],
    { 'x-amz-meta-company': 'c1' },
  ];
  const signing = {
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': 'local/20261121/eu-central-1/s3/aws4_request',
    'x-amz-date': '20261121T000000Z',
  };

  const hmac = (key: string | Buffer, part: string) => createHmac('sha256', key).update(part).digest();
  const signed = (policy: string): string =>
    hmac(['20261121', 'eu-central-1', 's3', 'aws4_request'].reduce<string | Buffer>(hmac, 'AWS4local'), policy).toString('hex');

  /** The form of a presigned POST, with the changes of a test; null leaves a field out. */
  async function post(
    file: string | Buffer,
    fields: Record<string, string | null> = {},
    expiration = instantIn(60),
  ): Promise<Response> {
    const required = Object.entries(signing).map(([name, value]) => ({ [name]: value }));
    const policy = JSON.stringify({ expiration, conditions: [...conditions, ...required] });
    const encoded = fields['policy'] ?? Buffer.from(policy).toString('base64');
    const all: Record<string, string | null> = {
      key: 'uploads/c1/invoice.pdf',
      'Content-Type': 'application/pdf',
      'x-amz-meta-company': 'c1',
      ...signing,
      policy: encoded,
      'x-amz-signature': signed(encoded),
      ...fields,
    };
    const form = new FormData();
    for (const [name, value] of Object.entries(all)) if (value !== null) form.append(name, value);
    form.append('file', new Blob([file]), 'scan.pdf');
    return fetch(`${engine.endpoint}/${Bucket}`, { method: 'POST', body: form });
  }

  test('an upload within the policy is stored with its type and metadata', async () => {
    const content = Buffer.concat([Buffer.from('%PDF\r\n--'), randomBytes(90_000), Buffer.from('\r\n')]);
    expect((await post(content)).status).toBe(204);
    const found = await client.send(new GetObjectCommand({ Bucket, Key: 'uploads/c1/invoice.pdf' }));
    expect(Buffer.from((await found.Body?.transformToByteArray()) ?? []).equals(content)).toBe(true);
    expect(found).toMatchObject({ ContentType: 'application/pdf', Metadata: { company: 'c1' } });
  });

  test.each<[string, string | Buffer, Record<string, string | null>, number, string]>([
    ['a file longer than the range', Buffer.alloc(100_001), { key: 'uploads/c1/large' }, 400, 'EntityTooLarge'],
    ['a file far longer than the range', Buffer.alloc(20_000_000), { key: 'uploads/c1/large' }, 400, 'EntityTooLarge'],
    ['a file shorter than the range', '', { key: 'uploads/c1/small' }, 400, 'EntityTooSmall'],
    ['a key of another prefix', 'x', { key: 'uploads/c2/x' }, 403, 'AccessDenied'],
    ['another type', 'x', { 'Content-Type': 'text/html' }, 403, 'AccessDenied'],
    ['a field left out', 'x', { 'x-amz-meta-company': null }, 403, 'AccessDenied'],
    ['a field that no condition names', 'x', { 'x-amz-meta-role': 'admin' }, 403, 'AccessDenied'],
    ['no policy', 'x', { policy: null }, 403, 'AccessDenied'],
    ['no signature', 'x', { 'x-amz-signature': null }, 403, 'AccessDenied'],
    ['a signature of another policy', 'x', { 'x-amz-signature': signed('e30=') }, 403, 'SignatureDoesNotMatch'],
    ['a text in place of a signature', 'x', { 'x-amz-signature': 'a'.repeat(64) }, 403, 'SignatureDoesNotMatch'],
    ['an invalid policy', 'x', { policy: 'e30=' }, 400, 'InvalidPolicyDocument'],
    ['no key', 'x', { key: null }, 400, 'InvalidArgument'],
  ])('%s is rejected', async (_, file, fields, status, code) => {
    const answer = await post(file, fields);
    expect([answer.status, await codeOf(answer)]).toEqual([status, code]);
    if (fields.key) expect((await refusal(text(fields.key))).name).toBe('NoSuchKey');
  });

  test('a policy expires by the local clock', async () => {
    const expiration = instantIn(60);
    clock.advance(61);
    const answer = await post('x', {}, expiration);
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'AccessDenied']);
  });

  test('a form without file is rejected', async () => {
    const form = new FormData();
    form.append('key', 'uploads/c1/none');
    const answer = await fetch(`${engine.endpoint}/${Bucket}`, { method: 'POST', body: form });
    expect([answer.status, await codeOf(answer)]).toEqual([400, 'InvalidArgument']);
  });
});
