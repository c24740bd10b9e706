import { expect, it, test } from 'vitest';
import type { JsonObject } from '../../../../infra/openapi/json.ts';
import { schemasOf, typesOf, wholeDocument } from './walk.ts';

/** Forms of the document at which common generators of clients fail, or make clients that do not compile. */

const document = await wholeDocument();
const all = schemasOf(document);
const placesOf = (found: (schema: JsonObject) => boolean): string[] =>
  all.filter(({ schema }) => found(schema)).map(({ place }) => place);

it('the license has an identifier', () => {
  expect(document['info']).toMatchObject({ license: { identifier: 'LicenseRef-Proprietary' } });
});

it('no enumeration has null, or is of several types, or of truth values', () => {
  expect(placesOf(({ enum: values }) => Array.isArray(values) && values.includes(null))).toEqual([]);
  expect(placesOf(({ enum: values, type }) => values !== undefined && Array.isArray(type))).toEqual([]);
  expect(placesOf(schema => 'enum' in schema && typesOf(schema).includes('boolean'))).toEqual([]);
});

it('no field is of type null alone', () => {
  const fields = all.flatMap(({ place, schema }) =>
    Object.entries((schema['properties'] ?? {}) as Record<string, JsonObject>).map(([name, field]) => ({
      name: `${place}.${name}`,
      field,
    })),
  );
  expect(fields.filter(({ field }) => field['type'] === 'null').map(({ name }) => name)).toEqual([]);
});

it('no schema says what a value is not', () => {
  expect(placesOf(schema => 'not' in schema)).toEqual([]);
});

it('no pattern needs the flag u', () => {
  const patterns = all.flatMap(({ schema: { pattern } }) => (typeof pattern === 'string' ? [pattern] : []));
  expect(patterns.length).toBeGreaterThan(50);
  expect(patterns.filter(pattern => pattern.includes('\\p{'))).toEqual([]);
});

test.each([
  { schema: 'PdfTemplateConfigChange', field: 'primaryColor', value: '#FF00AA' },
  { schema: 'ProductChange', field: 'color', value: '#FF00AA' },
])('the pattern of $schema.$field allows $value, as the service does', ({ schema, field, value }) => {
  const { pattern } = (document.components.schemas[schema]?.['properties'] as Record<string, JsonObject>)[field] ?? {};
  expect(value).toMatch(new RegExp(String(pattern)));
});

it('no schema has the name of the function that makes another one in Go, and none is long', () => {
  const names = Object.keys(document.components.schemas);
  expect(names.filter(name => name.startsWith('New'))).toEqual([]);
  expect(names.filter(name => name.length > 40)).toEqual([]);
});

it('webhooks are references, of which openapi-generator makes no methods', () => {
  expect(Object.values(document['webhooks'] as object).every(item => Object.keys(item as object).join() === '$ref')).toBe(true);
});
