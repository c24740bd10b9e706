import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { AwsError } from '../http.ts';

/**
 * Signature version 4 of what the local S3 takes from outside: presigned URLs and forms. Requests of the SDK itself carry a signature that
 * proves nothing here, as there is one secret for all.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html, sigv4-post-example.html
 */

/** What a signature is made over. */
interface Signed {
  method: string;
  bucket: string;
  key: string;
  query: URLSearchParams;
  header(name: string): string | undefined;
}

/** The secret key that the local runtime gives to all functions (environment.ts). */
const SECRET = 'local';

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The signature of a text by the key that a credential names: `<key id>/<date>/<region>/<service>/aws4_request`. */
function signatureOf(text: string, credential: string): string {
  const [, ...scope] = credential.split('/');
  return hmac(scope.reduce<string | Buffer>(hmac, `AWS4${SECRET}`), text).toString('hex');
}

const mismatch = () =>
  new AwsError(
    'SignatureDoesNotMatch',
    403,
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  );

/** @throws AwsError SignatureDoesNotMatch */
function requireSame(given: string, expected: string): void {
  const same = given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
  if (!same) throw mismatch();
}

/** RFC 3986: all but unreserved characters. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

/** @throws AwsError SignatureDoesNotMatch for a presigned URL whose method, key, parameters or signed headers are not those that were signed */
export function checkUrlSignature({ method, bucket, key, query, header }: Signed): void {
  const credential = query.get('X-Amz-Credential') ?? '';
  const names = (query.get('X-Amz-SignedHeaders') ?? '').split(';');
  const path = [bucket, ...(key === '' ? [] : key.split('/'))].map(encode).join('/');
  const parameters = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort();
  const headers = names.map(name => `${name}:${(header(name) ?? '').trim().replace(/\s+/g, ' ')}\n`).join('');
  const canonical = [method, `/${path}`, parameters.join('&'), headers, names.join(';'), 'UNSIGNED-PAYLOAD'].join('\n');
  const scope = credential.split('/').slice(1).join('/');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', query.get('X-Amz-Date') ?? '', scope, hash].join('\n');
  requireSame(query.get('X-Amz-Signature') ?? '', signatureOf(text, credential));
}

/** @throws AwsError SignatureDoesNotMatch for a form whose policy is not the one that was signed */
export function checkFormSignature(fields: ReadonlyMap<string, string>): void {
  const expected = signatureOf(fields.get('policy') ?? '', fields.get('x-amz-credential') ?? '');
  requireSame(fields.get('x-amz-signature') ?? '', expected);
}
