import { now } from '#shared/base/kernel/clock.ts';
import { ByteReader } from './byte-reader.ts';
import { AwsError } from '../http.ts';
import { keptHeaders } from './objects.ts';
import type { S3Request } from './request.ts';
import { checkFormSignature } from './signature.ts';
import type { StoredObject } from './stored-object.ts';
import type { S3Store } from './store.ts';

/** Fields by their lower-case names. */
type Fields = Map<string, string>;

/** S3's limit for everything before the file. */
const MAX_FORM_BYTES = 20_000;

/**
 * POST Object (browser upload): a multipart form whose `file` comes last, allowed by the policy in it. The file streams to
 * disk and is refused as soon as it is longer than the policy allows.
 */
export async function postObject(store: S3Store, request: S3Request): Promise<StoredObject> {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)"?/i.exec(request.header('content-type') ?? '')?.[1];
  if (!boundary) {
    throw new AwsError('PreconditionFailed', 412, 'Bucket POST must be of the enclosure-type multipart/form-data');
  }
  const reader = new ByteReader(request.body as AsyncIterable<Buffer>);
  const fields = await readFields(reader, boundary);
  const key = fields.get('key');
  if (!key) throw new AwsError('InvalidArgument', 400, "Bucket POST must contain a field named 'key'.");
  fields.set('bucket', request.bucket);
  const range = checkPolicy(fields);

  return store.put(request.bucket, key, within(range, reader.before(`\r\n--${boundary}`)), {
    headers: keptHeaders(name => fields.get(name)),
    metadata: Object.fromEntries(
      [...fields].flatMap(([name, value]) => (name.startsWith('x-amz-meta-') ? [[name.slice('x-amz-meta-'.length), value]] : [])),
    ),
  });
}

/** The form's fields up to the file, whose bytes are what the reader gives next. */
async function readFields(reader: ByteReader, boundary: string): Promise<Fields> {
  const fields: Fields = new Map();
  await reader.until(`--${boundary}`, MAX_FORM_BYTES);
  for (let size = 0; size < MAX_FORM_BYTES;) {
    if ((await reader.until('\r\n', 100)).toString().startsWith('--')) break;
    const head = (await reader.until('\r\n\r\n', MAX_FORM_BYTES)).toString();
    const name = /\bname="([^"]*)"/i.exec(head)?.[1]?.toLowerCase() ?? '';
    if (name === 'file') return fields;
    const value = await reader.until(`\r\n--${boundary}`, MAX_FORM_BYTES);
    size += head.length + value.length;
    fields.set(name, value.toString());
  }
  throw new AwsError('InvalidArgument', 400, 'POST requires exactly one file upload per request.', { ArgumentName: 'file' });
}

interface LengthRange {
  min: number;
  max: number;
}

const denied = (message: string) => new AwsError('AccessDenied', 403, message);
const invalid = (why: string) => denied(`Invalid according to Policy: ${why}`);

/** Fields that need no condition (S3 developer guide, "Creating a POST policy"). */
const UNCONDITIONED = new Set(['x-amz-signature', 'awsaccesskeyid', 'signature', 'policy', 'file', 'bucket']);

/** Checks expiry by the local clock and every condition; the sizes that the policy allows. */
export function checkPolicy(fields: Fields): LengthRange {
  const encoded = fields.get('policy');
  if (encoded === undefined || !fields.has('x-amz-signature')) throw denied('Access Denied');
  checkFormSignature(fields);
  const policy = parsePolicy(encoded);
  if (now().getTime() > Date.parse(policy.expiration)) throw invalid('Policy expired.');

  const range: LengthRange = { min: 0, max: Number.MAX_SAFE_INTEGER };
  const covered = new Set<string>();
  for (const condition of policy.conditions.flatMap(asTriples)) {
    const [operator, subject, expected] = condition;
    if (operator === 'content-length-range') {
      [range.min, range.max] = [Number(subject), Number(expected)];
      continue;
    }
    const name = String(subject).replace(/^\$/, '').toLowerCase();
    const actual = fields.get(name) ?? '';
    const holds = operator === 'eq' ? actual === expected : operator === 'starts-with' && actual.startsWith(String(expected));
    if (!holds) throw invalid(`Policy Condition failed: ${JSON.stringify(condition)}`);
    covered.add(name);
  }
  const extra = [...fields.keys()].filter(
    name => !covered.has(name) && !UNCONDITIONED.has(name) && !name.startsWith('x-ignore-'),
  );
  if (extra.length > 0) throw invalid(`Extra input fields: ${extra.join(', ')}`);
  return range;
}

type Condition = unknown[] | Record<string, unknown>;

/** `{"acl": "private"}` is short for `["eq", "$acl", "private"]`. */
const asTriples = (condition: Condition): unknown[][] =>
  Array.isArray(condition) ? [condition] : Object.entries(condition).map(([name, value]) => ['eq', `$${name}`, value]);

function parsePolicy(encoded: string): { expiration: string; conditions: Condition[] } {
  try {
    const policy = JSON.parse(Buffer.from(encoded, 'base64').toString()) as { expiration: string; conditions: Condition[] };
    if (Array.isArray(policy.conditions) && !Number.isNaN(Date.parse(policy.expiration))) return policy;
  } catch {
    // Not JSON: refused below.
  }
  throw new AwsError('InvalidPolicyDocument', 400, 'Invalid Policy: it must be base64 of JSON with expiration and conditions.');
}

async function* within({ min, max }: LengthRange, body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > max) {
      throw new AwsError('EntityTooLarge', 400, 'Your proposed upload exceeds the maximum allowed size', {
        ProposedSize: String(size),
        MaxSizeAllowed: String(max),
      });
    }
    yield chunk;
  }
  if (size < min) {
    throw new AwsError('EntityTooSmall', 400, 'Your proposed upload is smaller than the minimum allowed size', {
      ProposedSize: String(size),
      MinSizeAllowed: String(min),
    });
  }
}
