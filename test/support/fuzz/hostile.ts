import * as fc from 'fast-check';

/** Values that are wrong, or at the limit of what is valid, whatever the schema. */

const nested = (depth: number): unknown => Array.from({ length: depth }).reduce<unknown>(inner => [inner], 0);
const nestedObject = (depth: number): unknown => Array.from({ length: depth }).reduce<unknown>(inner => ({ a: inner }), 0);

/** The surrogates are halves of a character. */
export const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0001b',
  '\ud83d',
  'x \udc00 y',
  '\ufeff',
  '\u202eabc\u202c',
  'e\u0301\u0301\u0301',
  '\u2028',
  '😀😀',
  'ﷺ'.repeat(20),
  'İıſK',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '1e999',
  '-0',
  '0x10',
  '٣',
  '2026-02-30',
  '0000-00-00',
  '+275760-09-13T00:00:00.001Z',
  "' OR 1=1 --",
  '{{7*7}}',
  '[[total]]',
  '<script>',
  '../../etc/passwd',
  'A#B#C',
  'x'.repeat(256),
  'ș'.repeat(1_025),
  'x'.repeat(2_049),
  '9'.repeat(400),
  'x'.repeat(70_000),
];

const NUMBERS = [0, -0, -1, 0.1 + 0.2, 1e21, -1e21, 1e308, 5e-324, 2 ** 53 + 2, -(2 ** 63), 4_294_967_296];

/** Any JSON value that is probably wrong. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  { weight: 4, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { a: 1 }) },
  { weight: 3, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 1, arbitrary: fc.constantFrom(nested(30), nested(200), nestedObject(40), nestedObject(300)) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(Array(1_001).fill(0), Array(1_001).fill('x'), Array(101).fill({})) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);

/** Names of members that no schema has. */
export const UNKNOWN_NAMES = ['unknownField', '__proto__', 'constructor', 'toString', 'id', 'companyId', '$ref', '', 'ș', '0'];

/** Bodies that are no JSON object. */
export const BROKEN_BODIES: readonly string[] = [
  '',
  ' ',
  '{',
  '{"a":}',
  '{"a":1,}',
  "{'a':1}",
  '[]',
  '[{}]',
  '"text"',
  '0',
  'null',
  'true',
  'NaN',
  '{"a":1e999}',
  '{"a":1}{"a":2}',
  '{"a":1,"a":2}',
  '{"__proto__":{"x":1}}',
  '{"\\ud800":1}',
  '\ufeff{}',
  '{"a":"\\u0000"}',
  '{"a":0123}',
  '['.repeat(20_000),
  `${'{"a":'.repeat(5_000)}0${'}'.repeat(5_000)}`,
  `{"a":${'9'.repeat(5_000)}}`,
  '<?xml version="1.0"?><a/>',
  'a=1&b=2',
];

/**
 * Values of path parameters: text is encoded, unless it has a percent sign. With the longest query and headers, a request
 * stays within the 16 KB that Node takes before it returns 431 without calling the service.
 */
export const ODD_SEGMENTS: readonly string[] = [
  'x',
  'null',
  'undefined',
  '0',
  '-1',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '018F0000-0000-7000-8000-000000000001',
  '{018f0000-0000-7000-8000-000000000001}',
  'urn:uuid:018f0000-0000-7000-8000-000000000001',
  'ș😀',
  'a b',
  "' OR 1=1 --",
  'x'.repeat(255),
  '😀'.repeat(127),
  'ș'.repeat(255),
  'x'.repeat(256),
  'a'.repeat(1_025),
  'a'.repeat(2_100),
  '1'.repeat(2_100),
  '%00',
  '%0a',
  '%ff',
  '%ED%A0%80',
  '%C2%85',
  '%23',
  '%3F',
  '%25',
  '%252F',
  '%',
  '%zz',
  '%e2%82',
];

/** Queries that are no parameters of anything. */
export const ODD_QUERIES: readonly string[] = [
  '=',
  '&&&',
  '%',
  '%zz=%zz',
  '%00=%00',
  '%ff=1',
  '__proto__=1',
  'a[]=1&a[]=2',
  'a[b][c]=1',
  `x=${'y'.repeat(2_100)}`,
  'page=1&page=2',
  'page=-1&limit=0',
  'page=999999999&limit=999999999',
  'page=1e3',
  'limit=%20',
  '?a=?',
];
