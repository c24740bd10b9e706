import * as fc from 'fast-check';
import { parametersOf } from '../matrix/targets.ts';
import { valueOf } from './arbitrary.ts';
import type { Operation, Schema } from './document.ts';
import { BROKEN_BODIES, hostileValue, ODD_QUERIES, ODD_SEGMENTS, ODD_TEXTS, UNKNOWN_NAMES } from './hostile.ts';

/** The content of a request to an operation, before it is known which records exist: request.ts makes a request of it. */
export interface Case {
  /** A value of each path parameter. */
  path: Record<string, PathValue>;
  query: Record<string, string | undefined>;
  /** A query as it stands, in place of `query`. */
  rawQuery: string | undefined;
  /** In addition to those of the credential and the company, or in their place; null: not sent. */
  headers: Record<string, string | null>;
  body: BodyPlan;
}

type PathValue = { kind: 'existing' | 'foreign' } | { kind: 'other'; value: string };

type BodyPlan =
  /** Based on a request that the operation accepts, with some members of a value of the schema, and some places changed. */
  | { kind: 'near'; value: unknown; mix: number; share: number; changes: Change[] }
  | { kind: 'generated'; value: unknown }
  | { kind: 'raw'; text: string }
  /** A form cut off, or with other bytes. */
  | { kind: 'bytes'; cut: number; flip: number | undefined }
  | { kind: 'none' };

/** A place of the body, counted among all, and the change there. */
export interface Change {
  at: number;
  to: { kind: 'value'; value: unknown } | { kind: 'removed' } | { kind: 'member'; name: string; value: unknown };
}

const EXISTING: fc.Arbitrary<PathValue> = fc.constant({ kind: 'existing' });

const pathValue: fc.Arbitrary<PathValue> = fc.oneof(
  { weight: 3, arbitrary: EXISTING },
  { weight: 2, arbitrary: fc.constant<PathValue>({ kind: 'foreign' }) },
  { weight: 1, arbitrary: fc.uuid().map((value): PathValue => ({ kind: 'other', value })) },
  { weight: 3, arbitrary: fc.constantFrom(...ODD_SEGMENTS).map((value): PathValue => ({ kind: 'other', value })) },
  { weight: 1, arbitrary: fc.stringMatching(/^[A-Za-z0-9_~-]{1,40}$/).map((value): PathValue => ({ kind: 'other', value })) },
);

/** Headers with odd values; those that name credentials and companies are among them. */
const ODD_HEADERS: Record<string, readonly (string | null)[]> = {
  accept: [
    ...['application/problem+json', 'application/json', 'text/html', '*/*', 'text/plain', 'image/png;q=0.1', ''],
    ...['application/problem+json;q=0.1, application/json', ';;;', ',', 'text/html;q=abc', 'a/b/c', 'x'.repeat(2_000)],
  ],
  'accept-language': ['ro', 'de-AT,en;q=0.5', '*', ';;', 'x'.repeat(500), 'ro;q=2'],
  'accept-encoding': ['gzip', 'gzip;q=0', '*', 'br', 'identity;q=0, gzip', ';'],
  authorization: [
    null,
    '',
    'Bearer',
    'Bearer x',
    'Bearer a.b.c',
    'Basic eDp5',
    'af_x',
    `af_${'0'.repeat(64)}`,
    `Bearer ${'x'.repeat(2_000)}`,
    'Bearer \u00e9',
  ],
  'x-company': [null, '', ' ', 'x', '00000000-0000-0000-0000-000000000000', 'x'.repeat(2_000), '\u00e9', 'a,b', 'FOREIGN'],
  'x-organization': ['', 'x', '00000000-0000-0000-0000-000000000000', 'x'.repeat(2_000), '\u00e9'],
  'idempotency-key': ['', ' ', 'k', 'x'.repeat(255), 'x'.repeat(256), 'x'.repeat(2_000), '\u00e9', 'a#b', '"q"'],
  'if-match': ['*', '""', '"x"', 'W/"x"', '"a", "b"', 'x', '', ',', '"1-aaaaaaaaaaaaaaaaaaaaaa"', '\u00e9', 'x'.repeat(2_000)],
  'if-none-match': ['*', '""', '"x"', 'W/"x"', ',,', '', 'x'.repeat(2_000)],
  'content-type': [
    ...[
      'application/json; charset=utf-8',
      'application/json; charset=utf-16',
      'application/vnd.api+json',
      'text/plain',
      'text/xml',
    ],
    ...[
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'application/octet-stream',
    ],
    ...['', ';', 'application/json;charset="utf-8"', null],
  ],
  'content-encoding': ['gzip', 'identity', '', 'br, gzip'],
  origin: ['null', 'https://evil.example', 'http://localhost:3000', ''],
  range: ['bytes=0-1', 'bytes=5-1', 'x'],
  'x-forwarded-for': ['', '::1', '10.0.0.1, 10.0.0.2', 'x'.repeat(500)],
  'user-agent': ['', '\u00e9'.repeat(300)],
  cookie: ['a=b', ';', 'x'.repeat(1_000)],
};

const oddHeader = fc
  .constantFrom(...Object.keys(ODD_HEADERS))
  .chain(name => fc.constantFrom(...(ODD_HEADERS[name] ?? [])).map(value => [name, value] as const));

const oddHeaders = fc.array(oddHeader, { minLength: 1, maxLength: 3 }).map(pairs => Object.fromEntries(pairs));

/** Mostly no headers, sometimes those that ask for a response in another format, whatever else is wrong. */
const fewHeaders: fc.Arbitrary<Case['headers']> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Case['headers']>(
      { accept: 'application/problem+json' },
      { accept: 'text/html' },
      { 'accept-encoding': 'gzip' },
    ),
  },
);

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(),
  to: fc.oneof<fc.Arbitrary<Change['to']>[]>(
    hostileValue.map(value => ({ kind: 'value', value })),
    hostileValue.map(value => ({ kind: 'value', value })),
    fc.constant({ kind: 'removed' }),
    fc.record({ kind: fc.constant('member' as const), name: fc.constantFrom(...UNKNOWN_NAMES), value: hostileValue }),
  ),
});

function bodyPlan(operation: Operation, odd: boolean): fc.Arbitrary<BodyPlan> {
  const none = fc.constant<BodyPlan>({ kind: 'none' });
  const raw = fc
    .oneof(fc.constantFrom(...BROKEN_BODIES), fc.string({ unit: 'binary' }))
    .map((text): BodyPlan => ({ kind: 'raw', text }));
  if (operation.form) {
    const bytes = fc.record({
      kind: fc.constant('bytes' as const),
      cut: fc.nat(),
      flip: fc.option(fc.nat(), { nil: undefined }),
    });
    return odd ? fc.oneof(bytes, bytes, raw, none) : fc.constant({ kind: 'near', value: {}, mix: 0, share: 0, changes: [] });
  }
  if (!operation.body) return odd ? fc.oneof(none, none, raw) : none;
  const near = (value: fc.Arbitrary<unknown>, changes: number): fc.Arbitrary<BodyPlan> =>
    fc.record({
      ...{ kind: fc.constant('near' as const), value, mix: fc.nat(2 ** 31 - 1), share: fc.constantFrom(0, 10, 30, 70) },
      changes: fc.array(change, { minLength: Math.min(changes, 1), maxLength: changes }),
    });
  const right = generated(operation.body, 0);
  const wrong = generated(operation.body, 12);
  const asGenerated = (value: fc.Arbitrary<unknown>): fc.Arbitrary<BodyPlan> =>
    value.map(one => ({ kind: 'generated', value: one }));
  return odd
    ? fc.oneof(near(right, 2), near(wrong, 0), near(wrong, 1), asGenerated(wrong), raw)
    : fc.oneof({ weight: 3, arbitrary: near(right, 0) }, { weight: 1, arbitrary: asGenerated(right) });
}

const made = new WeakMap<Schema, Map<number, fc.Arbitrary<unknown>>>();

/** Values of a schema; the arbitrary of a body is large, and made once. */
function generated(schema: Schema, wrong: number): fc.Arbitrary<unknown> {
  const known = made.get(schema) ?? new Map<number, fc.Arbitrary<unknown>>();
  made.set(schema, known);
  const arbitrary = known.get(wrong) ?? valueOf(schema, wrong);
  known.set(wrong, arbitrary);
  return arbitrary;
}

/** A value as it is written in a query. */
const shown = (value: unknown): string =>
  Array.isArray(value) ? value.map(shown).join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value);

function queryOf({ query }: Operation, odd: boolean): fc.Arbitrary<Case['query']> {
  const values = query.map(({ name, schema }) => {
    const value = generated(schema, odd ? 40 : 0).map(shown);
    return [
      name,
      odd ? fc.oneof({ weight: 3, arbitrary: value }, fc.constantFrom(...ODD_TEXTS.filter(text => text.length < 3_000))) : value,
    ] as const;
  });
  return fc.record(Object.fromEntries(values), { requiredKeys: [] });
}

/** The places where a case differs from a request that the operation accepts. */
const FOCUSES = ['nothing', 'path', 'query', 'headers', 'body', 'everything'] as const;

/** Cases of an operation, valid and invalid. */
export function casesOf(operation: Operation): fc.Arbitrary<Case> {
  const parameters = parametersOf(operation.path);
  const paths = (odd: boolean): fc.Arbitrary<Case['path']> =>
    fc.record(Object.fromEntries(parameters.map(name => [name, odd ? pathValue : EXISTING])));
  const rawQuery = fc.oneof(fc.constantFrom(...ODD_QUERIES), fc.stringMatching(/^[a-z%0-9=&]{0,20}$/));
  const focused = (focus: (typeof FOCUSES)[number]): fc.Arbitrary<Case> => {
    const odd = (part: (typeof FOCUSES)[number]): boolean => focus === part || focus === 'everything';
    return fc.record({
      path: paths(odd('path')),
      query: queryOf(operation, odd('query')),
      rawQuery: odd('query') ? fc.option(rawQuery, { nil: undefined, freq: 3 }) : fc.constant(undefined),
      headers: odd('headers') ? oddHeaders : fewHeaders,
      body: bodyPlan(operation, odd('body')),
    });
  };
  const takesBody = operation.body !== undefined || operation.form;
  const weights = {
    nothing: 4,
    path: parameters.length > 0 ? 3 : 0,
    query: operation.query.length > 0 ? 4 : 1,
    headers: 3,
    body: takesBody ? 6 : 1,
    everything: 1,
  };
  return fc.oneof(...FOCUSES.map(focus => ({ weight: weights[focus], arbitrary: focused(focus) })));
}
