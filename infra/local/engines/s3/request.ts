import type { IncomingMessage } from 'node:http';
import { now } from '#shared/base/kernel/clock.ts';
import { AwsError } from '../http.ts';
import { checkUrlSignature } from './signature.ts';

/** A request of the S3 REST API, path style: `/bucket/key`. */
export interface S3Request {
  method: string;
  /** Empty: the service itself. */
  bucket: string;
  /** Empty: the bucket itself. */
  key: string;
  query: URLSearchParams;
  /** A header, or in a presigned URL the query parameter that stands for an `x-amz-` header. */
  header(name: string): string | undefined;
  /** All `x-amz-meta-` headers, without the prefix. */
  metadata: Record<string, string>;
  body: IncomingMessage;
}

/** Reads path and query by hand: WHATWG URLs would resolve `..`, which S3 takes as any other part of a key. */
export function readRequest(request: IncomingMessage): S3Request {
  const [, bucket, key, search] = /^\/([^/?]*)\/?([^?]*)\??(.*)$/s.exec(request.url ?? '/') ?? [];
  const query = new URLSearchParams(search);
  const hoisted = new Map(query.has('X-Amz-Signature') ? [...query].map(([name, value]) => [name.toLowerCase(), value]) : []);
  const header = (name: string) => {
    const sent = request.headers[name] ?? (name.startsWith('x-amz-') ? hoisted.get(name) : undefined);
    return Array.isArray(sent) ? sent.join(',') : sent;
  };
  const names = new Set([...Object.keys(request.headers), ...hoisted.keys()].filter(name => name.startsWith('x-amz-meta-')));
  const metadata = Object.fromEntries([...names].map(name => [name.slice('x-amz-meta-'.length), header(name) ?? '']));
  return {
    method: request.method ?? '',
    bucket: decode(bucket ?? ''),
    key: decode(key ?? ''),
    query,
    header,
    metadata,
    body: request,
  };
}

export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new AwsError('InvalidURI', 400, "Couldn't parse the specified URI.");
  }
}

const denied = (message: string, members: Record<string, string> = {}) => new AwsError('AccessDenied', 403, message, members);

const MAX_EXPIRES = 604_800;
const SKEW_MS = 900_000;

/**
 * Refuses what S3 would refuse of an unsigned request or a presigned URL (SigV4 query parameters): expired by the local
 * clock, not valid yet, without a header that it signed, or signed for something else.
 */
export function authorize(request: S3Request): void {
  const { query, header } = request;
  if (!query.has('X-Amz-Signature')) {
    if (!header('authorization')?.startsWith('AWS4-HMAC-SHA256 ')) throw denied('Access Denied');
    return;
  }
  const malformed = (message: string) => new AwsError('AuthorizationQueryParametersError', 400, message);
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(query.get('X-Amz-Date') ?? '') ?? [];
  const signedAt = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
  if (Number.isNaN(signedAt)) throw malformed("X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"");
  const lifetime = Number(query.get('X-Amz-Expires') ?? Number.NaN);
  if (!Number.isInteger(lifetime) || lifetime < 1 || lifetime > MAX_EXPIRES) {
    throw malformed(`X-Amz-Expires must be between 1 and ${MAX_EXPIRES} seconds`);
  }
  const time = now();
  const expires = new Date(signedAt + lifetime * 1000);
  const times = { Expires: expires.toISOString(), ServerTime: time.toISOString() };
  if (time > expires) throw denied('Request has expired', times);
  if (signedAt > time.getTime() + SKEW_MS) throw denied('Request is not valid yet', times);
  for (const name of (query.get('X-Amz-SignedHeaders') ?? 'host').split(';')) {
    if (header(name) === undefined) {
      throw new AwsError('SignatureDoesNotMatch', 403, `The URL was signed with the header ${name}, which the request lacks.`);
    }
  }
  checkUrlSignature(request);
}
