import { expect, it, test } from 'vitest';
import { withExclusiveAlternatives } from '../../../../infra/openapi/alternatives.ts';
import type { JsonObject } from '../../../../infra/openapi/json.ts';
import { operationsOf, schemasOf, typesOf, wholeDocument } from './walk.ts';

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

it('no truth value is a constant: one that is always true is not false, which generators leave out', () => {
  expect(placesOf(schema => typeof schema['const'] === 'boolean' && 'type' in schema)).toEqual([]);
  expect(placesOf(schema => 'not' in schema && !typesOf(schema).includes('boolean'))).toEqual([]);
  const { valid } = document.components.schemas['ValidSignature']?.['properties'] as Record<string, JsonObject>;
  expect(valid).toMatchObject({ type: 'boolean', not: { const: false } });
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

it('alternatives of which none fits the value of another are oneOf', () => {
  const answers = document.paths['/api/v1/invoices']?.['post']?.responses['201']?.content?.['application/json']?.schema;
  expect(Object.keys(answers ?? {})).toEqual(['oneOf']);
  const of = (required: string[], additionalProperties: boolean): JsonObject => ({
    properties: Object.fromEntries(required.map(name => [name, {}])),
    required,
    additionalProperties,
  });
  const schemas = { A: of(['a'], false), B: of(['b'], false), AB: of(['a', 'b'], false), Open: of(['c'], true) };
  const formOf = (...names: string[]): string[] => {
    const anyOf = names.map(name => (name === 'null' ? { type: 'null' } : { $ref: `#/components/schemas/${name}` }));
    return Object.keys(withExclusiveAlternatives({ components: { schemas }, x: { anyOf } })['x'] as object);
  };
  expect(formOf('A', 'B')).toEqual(['oneOf']);
  // A value of A is none of AB, but a schema that allows other fields has it too.
  expect([formOf('A', 'AB'), formOf('A', 'Open'), formOf('A', 'null'), formOf('A', 'B', 'AB')]).toEqual(
    Array.from({ length: 4 }, () => ['anyOf']),
  );
  expect(withExclusiveAlternatives({ example: { anyOf: [{ $ref: 'A' }] } })).toEqual({ example: { anyOf: [{ $ref: 'A' }] } });
});

it('every file has a schema of bytes, without which clients give nothing', () => {
  const files = operationsOf(document).flatMap(([, { operationId, responses }]) =>
    Object.values(responses).flatMap(({ content = {} }) =>
      Object.entries(content).flatMap(([type, { schema }]) =>
        /json|html/.test(type) ? [] : [{ operationId, type: schema?.['type'], format: schema?.['format'] }],
      ),
    ),
  );
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter(({ type, format }) => type !== 'string' || format !== 'binary')).toEqual([]);
});

it('no header is of a format: openapi-python-client sends texts alone', () => {
  const headers = operationsOf(document).flatMap(([, { parameters }]) =>
    parameters.filter(({ in: place }) => place === 'header'),
  );
  expect(headers.filter(({ schema }) => 'format' in schema)).toEqual([]);
});
