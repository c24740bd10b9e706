import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { CASES, type Definition } from '../../support/matrix/endpoints.ts';
import { admissionOf, exchangeOf, firstOfEach } from '../../support/selection/shapes.ts';

const GET = { method: 'GET', path: '/api/v1/clients', auth: 'company', permission: 'client.view' } as unknown as Definition;
const POST = { ...GET, method: 'POST' } as Definition;
const differ = (shape: (one: Definition) => string, one: Definition, other: Partial<Definition>): boolean =>
  shape(one) !== shape({ ...one, ...other } as Definition);

describe('admission', () => {
  test.each<[string, Partial<Definition>]>([
    ['another kind of caller', { auth: 'user' }],
    ['a company in the path', { companyIn: 'path' }],
    ['an organization in the path', { organizationIn: 'path' }],
    ['a request that changes something', { method: 'DELETE' }],
    ['no permission', { permission: undefined as never }],
    ['sessions only', { sessionOnly: true }],
  ])('%s makes another shape', (_, other) => expect(differ(admissionOf, GET, other)).toBe(true));

  test.each<[string, Partial<Definition>]>([
    ['another permission', { permission: 'client.create' }],
    ['another path', { path: '/api/v1/clients/{uuid}' }],
    ['the default place of the company, stated or not', { companyIn: 'header' }],
  ])('%s makes none', (_, other) => expect(differ(admissionOf, GET, other)).toBe(false));
});

describe('reads and responses', () => {
  test.each<[string, Partial<Definition>]>([
    ['a body', { body: z.object({}) }],
    ['a form', { form: { file: 'binary' } }],
    ['a record in the path', { path: '/api/v1/clients/{uuid}' }],
    ['pages', { query: z.object({ page: z.number() }) }],
    ['a file', { produces: 'application/pdf' }],
    ['a version that is shown', { version: () => 1 }],
    ['a version that changes', { changes: () => ({ pk: '', sk: '' }) }],
    ['a limit of its own', { window: 'login' }],
    ['no Idempotency-Key', { path: '/api/auth' }],
  ])('%s makes another shape', (_, other) => expect(differ(exchangeOf, POST, other)).toBe(true));

  test.each<[string, Partial<Definition>]>([
    ['another path', { path: '/api/v1/suppliers' }],
    ['a query without pages', { query: z.object({ search: z.string() }) }],
    ['another permission', { permission: 'client.create' }],
  ])('%s makes none', (_, other) => expect(differ(exchangeOf, POST, other)).toBe(false));
});

describe('firstOfEach', () => {
  test('takes the first endpoint of each shape of both kinds', () => {
    const all = [GET, POST, { ...POST, path: '/api/v1/suppliers' } as Definition, { ...GET, sessionOnly: true } as Definition];
    const named = all.map((definition, place) => ({ name: String(place), definition }));
    expect([...firstOfEach(named, admissionOf)]).toEqual(expect.arrayContaining(['0', '1', '3']));
    expect([...firstOfEach(named, admissionOf, exchangeOf)].toSorted()).toEqual(['0', '1', '3']);
  });

  test('is a small part of the catalogue, with every kind of endpoint in it', () => {
    const first = firstOfEach(CASES, admissionOf, exchangeOf);
    expect(first.size).toBeGreaterThanOrEqual(25);
    expect(first.size).toBeLessThanOrEqual(45);
    const shapes = (all: typeof CASES) =>
      new Set(all.flatMap(({ definition }) => [admissionOf(definition), exchangeOf(definition)]));
    expect(shapes(CASES.filter(({ name }) => first.has(name)))).toEqual(shapes(CASES));
  });
});
