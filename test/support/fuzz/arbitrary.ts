import * as fc from 'fast-check';
import { type Schema, schemaOf } from './document.ts';
import { hostileValue, UNKNOWN_NAMES } from './hostile.ts';

/** Values by the JSON schemas of the document. */

/** Below this depth, optional members are left out, and lists are empty. */
const DEEPEST = 6;
const LISTED = 3;

/** Texts that satisfy rules which a pattern cannot state: an existing currency, a country. */
const BY_PATTERN: Record<string, readonly string[]> = {
  '^[A-Za-z]{3}$': ['RON', 'EUR', 'usd', 'HUF'],
  '^[A-Za-z]{2}$': ['RO', 'de', 'XI'],
  '^([Rr][Oo])?\\s*\\d{2,10}$': ['RO12345674', '40123452', '18547290'],
};

const DATES = ['2026-01-01', '2026-02-28', '2024-02-29', '2025-12-31', '1999-12-31', '2099-01-01'];

// No name that could be registered: the service resolves the addresses of webhook receivers.
const URLS = [
  'https://receiver.example/hook',
  'https://a.example:8443/x?y=z',
  'http://127.0.0.1:1/',
  'ftp://a.example/',
  'https://[::1]/',
];

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.oneof(fc.uuid({ version: 7 }), fc.uuid()),
  date: fc.oneof(
    fc.constantFrom(...DATES),
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }).map(date => date.toISOString().slice(0, 10)),
  ),
  'date-time': fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }).map(date => date.toISOString()),
  uri: fc.constantFrom(...URLS),
  email: fc
    .tuple(fc.stringMatching(/^[a-z0-9]{1,12}$/), fc.constantFrom('test', 'client'))
    .map(([name, at]) => `${name}@${at}.example`),
  binary: fc.string(),
};

/**
 * Values of a schema.
 *
 * @param wrong the share of wrong values at each place, in percent; 0 for values that the schema allows
 */
export function valueOf(schema: Schema, wrong: number, depth = 0): fc.Arbitrary<unknown> {
  const right = rightValue(schema, wrong, depth);
  if (wrong === 0) return right;
  const near = besideOf(schema);
  return fc.oneof(
    { weight: 100 - wrong, arbitrary: right },
    { weight: wrong, arbitrary: near ? fc.oneof(near, hostileValue) : hostileValue },
  );
}

function rightValue(schema: Schema, wrong: number, depth: number): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return valueOf(schemaOf(schema.$ref), wrong, depth + 1);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const { anyOf, ...rest } = schema;
  // Variants that only add what is required.
  if (anyOf && schema.properties)
    return fc.oneof(
      ...anyOf.map(({ properties = {}, required = [] }) =>
        rightValue(
          {
            ...rest,
            properties: { ...rest.properties, ...properties },
            required: [...new Set([...(rest.required ?? []), ...required])],
          },
          wrong,
          depth,
        ),
      ),
    );
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return fc.oneof(...variants.map(one => valueOf(one, wrong, depth + 1)));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map(type => ofType(type, schema, wrong, depth)));
  return schema.type === undefined ? fc.jsonValue({ maxDepth: 1 }) : ofType(schema.type, schema, wrong, depth);
}

function ofType(type: string, schema: Schema, wrong: number, depth: number): fc.Arbitrary<unknown> {
  if (type === 'object') return objectOf(schema, wrong, depth);
  if (type === 'array') return listOf(schema, wrong, depth);
  if (type === 'string') return textOf(schema);
  if (type === 'boolean') return schema.not ? fc.constant(!schema.not.const) : fc.boolean();
  if (type === 'null') return fc.constant(null);
  const { minimum = -1_000_000, maximum = Math.max(minimum, 1_000_000) } = schema;
  const whole = fc.integer({ min: Math.ceil(Math.max(minimum, -(2 ** 31))), max: Math.floor(Math.min(maximum, 2 ** 31 - 1)) });
  if (type === 'integer') return whole;
  const hundredths = fc.integer({ min: Math.ceil(Math.max(minimum, -1e6) * 100), max: Math.floor(Math.min(maximum, 1e6) * 100) });
  return fc.oneof(
    whole,
    hundredths.map(value => value / 100),
    fc.constantFrom(minimum, maximum),
  );
}

function objectOf(
  { properties = {}, required = [], additionalProperties, minProperties = 0 }: Schema,
  wrong: number,
  depth: number,
): fc.Arbitrary<unknown> {
  const names = Object.keys(properties).filter(name => depth < DEEPEST || required.includes(name));
  const members = Object.fromEntries(names.map(name => [name, valueOf(properties[name] ?? {}, wrong, depth + 1)]));
  const omissible = wrong > 0 ? [] : required.filter(name => names.includes(name));
  const known = fc.record(members, { requiredKeys: omissible });
  const complete =
    wrong > 0
      ? fc.oneof(
          { weight: 4, arbitrary: fc.record(members, { requiredKeys: required.filter(name => names.includes(name)) }) },
          known,
        )
      : known;
  const others =
    typeof additionalProperties === 'object'
      ? fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), valueOf(additionalProperties, wrong, depth + 1), { maxKeys: LISTED })
      : additionalProperties === true
        ? fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.jsonValue({ maxDepth: 1 }), { maxKeys: LISTED })
        : wrong > 0
          ? fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, unknownMember)
          : fc.constant({});
  const whole = fc.tuple(others, complete).map(([more, own]) => ({ ...more, ...own }));
  return wrong > 0 ? whole : whole.filter(value => Object.keys(value).length >= minProperties);
}

/** A member that no schema has, such as `__proto__` as an own one. */
const unknownMember = fc
  .tuple(fc.constantFrom(...UNKNOWN_NAMES), hostileValue)
  .map(([name, value]) => Object.fromEntries([[name, value]]));

function listOf({ items = {}, minItems = 0, maxItems = 1_000 }: Schema, wrong: number, depth: number): fc.Arbitrary<unknown> {
  const least = Math.min(minItems, maxItems);
  if (depth >= DEEPEST && least === 0) return fc.constant([]);
  return fc.array(valueOf(items, wrong, depth + 1), {
    minLength: least,
    maxLength: Math.min(maxItems, least + LISTED),
    size: 'max',
  });
}

function textOf({ format, pattern, allOf, minLength = 0, maxLength = 5_000 }: Schema): fc.Arbitrary<string> {
  if (format !== undefined) return FORMATS[format] ?? fc.string();
  const patterned = pattern ?? allOf?.[0]?.pattern;
  if (patterned !== undefined) return matching(patterned);
  // Characters of one code unit: the limits of the service count these, those of JSON Schema code points.
  const unit = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...'abcXYZ 019ășțîâ-/.,&<>"\'') },
    { weight: 1, arbitrary: fc.integer({ min: 0xa1, max: 0xd7ff }).map(code => String.fromCharCode(code)) },
  );
  const short = fc.string({ unit, minLength, maxLength: Math.min(maxLength, Math.max(minLength, 24)) });
  const filled = fc.constantFrom('x'.repeat(maxLength), 'ș'.repeat(maxLength));
  return maxLength > 2_500 ? short : fc.oneof({ weight: 9, arbitrary: short }, filled);
}

function matching(pattern: string): fc.Arbitrary<string> {
  const known = BY_PATTERN[pattern];
  if (known) return fc.constantFrom(...known);
  return fc.stringMatching(new RegExp(pattern));
}

/** Values just outside of what a schema allows. */
function besideOf({
  minimum,
  maximum,
  minLength,
  maxLength,
  maxItems,
  minItems,
  format,
  pattern,
  enum: values,
}: Schema): fc.Arbitrary<unknown> | undefined {
  const beside: unknown[] = [
    ...(minimum !== undefined ? [minimum - 1, minimum - 0.001, String(minimum - 1)] : []),
    ...(maximum !== undefined ? [maximum + 1, maximum + 0.001, maximum * 10, String(maximum + 1)] : []),
    ...(minLength !== undefined && minLength > 0 ? ['x'.repeat(minLength - 1)] : []),
    ...(maxLength !== undefined ? ['x'.repeat(maxLength + 1), '😀'.repeat(maxLength)] : []),
    ...(maxItems !== undefined ? [Array(maxItems + 1).fill('x')] : []),
    ...(minItems !== undefined && minItems > 0 ? [[]] : []),
    ...(format !== undefined ? [`${format}!`, '2026-13-45', '2026-02-30T25:61:61Z', 'a@b', '@', 'x'.repeat(300)] : []),
    ...(pattern !== undefined ? ['!', 'ß'.repeat(20)] : []),
    ...(values ? [`${String(values[0])} `, String(values[0]).toUpperCase(), `x${String(values[0])}`] : []),
  ];
  return beside.length > 0 ? fc.constantFrom(...beside) : undefined;
}
