import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { decodeAwsChunked } from './byte-reader.ts';
import { AwsError } from '../http.ts';
import { checkDigests, checksumHeaders, declaredAlgorithms } from './digests.ts';
import { checkWriteCondition, hasChanged } from './conditions.ts';
import { refuseRetention, requestedRetention } from './lock.ts';
import { decode, type S3Request } from './request.ts';
import type { StoredObject } from './stored-object.ts';
import type { S3Store } from './store.ts';
import { xmlDocument } from './xml.ts';

/** Headers that are stored with an object and returned with it. */
const KEPT = [
  'content-type',
  'content-disposition',
  'content-encoding',
  'content-language',
  'cache-control',
  'expires',
  'x-amz-server-side-encryption',
  'x-amz-server-side-encryption-aws-kms-key-id',
];

/** Query parameters of a signed GET that replace a header of the answer. */
const OVERRIDES = ['content-type', 'content-disposition', 'content-encoding', 'content-language', 'cache-control', 'expires'];

/** The object that a request names: the current one, or that of `versionId`. */
function requested(store: S3Store, { bucket, key, query }: S3Request): StoredObject {
  const versionId = query.get('versionId');
  return versionId === null ? existing(store, bucket, key) : versionOf(store, { bucket, key, versionId });
}

/** A version of an object; in a bucket without versions the object. */
function versionOf(store: S3Store, { bucket, key, versionId }: { bucket: string; key: string; versionId: string }): StoredObject {
  if (!store.versions.isLocked(bucket)) return existing(store, bucket, key);
  const found = store.versions.find(bucket, key, versionId);
  if (found !== 'marker') return found;
  throw new AwsError('MethodNotAllowed', 405, 'The specified method is not allowed against this resource.');
}

export function existing(store: S3Store, bucket: string, key: string): StoredObject {
  const object = store.head(bucket, key);
  if (!object) throw new AwsError('NoSuchKey', 404, 'The specified key does not exist.', { Key: key });
  return object;
}

/** The headers of a PUT or a POST form to store; `aws-chunked` is removed, since it only describes the transfer. */
export function keptHeaders(header: (name: string) => string | undefined): Record<string, string> {
  const entries = KEPT.flatMap(name => {
    const value = header(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const headers: Record<string, string> = { 'content-type': 'binary/octet-stream', ...Object.fromEntries(entries) };
  const encodings = (headers['content-encoding'] ?? '').split(',').map(encoding => encoding.trim());
  const encoding = encodings.filter(name => name && name !== 'aws-chunked').join(',');
  delete headers['content-encoding'];
  return encoding ? { ...headers, 'content-encoding': encoding } : headers;
}

/** PutObject: plain or aws-chunked, conditional; checks the declared length and digests. */
export async function putObject(store: S3Store, request: S3Request, response: ServerResponse): Promise<void> {
  const { header, bucket, key } = request;
  const { headers } = request.body;
  // Of the headers and trailers alone. A presigned URL names, without being asked, the CRC-32 of the empty body that the SDK
  // signed; S3 does not look at it (aws-sdk-js-v3 issue 4448, localstack issue 12169).
  const algorithms = declaredAlgorithms(headers);
  const retention = requestedRetention(store, request);
  const trailers = new Map<string, string>();
  const chunked =
    header('content-encoding')?.includes('aws-chunked') === true ||
    header('x-amz-content-sha256')?.startsWith('STREAMING-') === true;
  const body = request.body as AsyncIterable<Buffer>;
  const length = header(chunked ? 'x-amz-decoded-content-length' : 'content-length');
  if (length === undefined) throw new AwsError('MissingContentLength', 411, 'You must provide the Content-Length HTTP header.');
  let confirmed: Record<string, string> = {};
  const stored = await store.put(bucket, key, chunked ? decodeAwsChunked(body, trailers) : body, {
    headers: keptHeaders(header),
    metadata: request.metadata,
    length: Number(length),
    algorithms,
    check: digests => {
      checkDigests(algorithms, name => (headers[name] as string | undefined) ?? trailers.get(name), digests);
      confirmed = checksumHeaders(algorithms, digests);
    },
    condition: current => checkWriteCondition(header, current, key),
    retention,
  });
  response.writeHead(200, { ...versionHeaders(stored), ...confirmed, etag: stored.etag, 'content-length': 0 }).end();
}

/** GetObject and HeadObject: conditions, one byte range, overrides of headers. */
export async function getObject(store: S3Store, request: S3Request, response: ServerResponse): Promise<void> {
  const { header, query, method } = request;
  const object = requested(store, request);
  if (!hasChanged(header, object)) {
    response.writeHead(304, { etag: object.etag }).end();
    return;
  }
  const range = parseRange(header('range'), object.size);
  const headers = objectHeaders(object);
  for (const name of OVERRIDES) {
    const value = query.get(`response-${name}`);
    if (value === null) continue;
    if (/[^\x20-\x7e\xa0-\xff]/.test(value)) {
      throw new AwsError('InvalidArgument', 400, 'Header value cannot be represented using ISO-8859-1.', {
        ArgumentName: `response-${name}`,
      });
    }
    headers[name] = value;
  }
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${object.size}`;
  else if (header('x-amz-checksum-mode') === 'ENABLED') headers['x-amz-checksum-crc32'] = object.crc32;
  headers['content-length'] = String(range ? range.end - range.start + 1 : object.size);
  response.writeHead(range ? 206 : 200, headers);
  if (method === 'HEAD') response.end();
  else await pipeline(store.read(object, range?.start, range?.end), response);
}

const versionHeaders = ({ version }: StoredObject): Record<string, string> =>
  version
    ? {
        'x-amz-version-id': version.versionId,
        ...(version.mode && { 'x-amz-object-lock-mode': version.mode }),
        ...(version.retainUntil && { 'x-amz-object-lock-retain-until-date': version.retainUntil }),
      }
    : {};

const objectHeaders = (object: StoredObject): Record<string, string> => ({
  ...object.headers,
  ...versionHeaders(object),
  ...Object.fromEntries(Object.entries(object.metadata).map(([name, value]) => [`x-amz-meta-${name}`, value])),
  etag: object.etag,
  'last-modified': new Date(object.modifiedAt).toUTCString(),
  'accept-ranges': 'bytes',
});

/** RFC 9110 §14.1.2, one range; several ranges are answered with the whole object, as S3 does. */
export function parseRange(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  if (start >= size) {
    throw new AwsError('InvalidRange', 416, 'The requested range is not satisfiable', { ActualObjectSize: String(size) });
  }
  return { start, end };
}

/** CopyObject within the store, with the source's metadata: how an earlier version of a document comes back. */
export async function copyObject(store: S3Store, request: S3Request): Promise<string> {
  refuseRetention(request);
  const named = request.header('x-amz-copy-source') ?? '';
  const [, path = '', versionId] = /^(.*?)(?:\?versionId=([^?]+))?$/s.exec(named) ?? [];
  const [, bucket, key] = /^\/?([^/]+)\/(.+)$/s.exec(decode(path)) ?? [];
  if (!bucket || !key)
    throw new AwsError('InvalidArgument', 400, 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey');
  const source = versionId === undefined ? existing(store, bucket, key) : versionOf(store, { bucket, key, versionId });
  if (request.header('x-amz-metadata-directive') === 'REPLACE')
    throw new AwsError('NotImplemented', 501, "The local engine copies the source's metadata.");
  if (Object.keys(request.body.headers).some(name => /^(x-amz-copy-source-)?if-/.test(name)))
    throw new AwsError('NotImplemented', 501, 'The local engine copies without conditions.');
  if (versionId === undefined && bucket === request.bucket && key === request.key) {
    throw new AwsError(
      'InvalidRequest',
      400,
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
    );
  }
  const stored = await store.put(request.bucket, request.key, store.read(source), {
    headers: source.headers,
    metadata: source.metadata,
  });
  return xmlDocument('CopyObjectResult', { ETag: stored.etag, LastModified: stored.modifiedAt });
}
