import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { loadCatalogue } from '../../../infra/catalogue.ts';
import { emailBody } from '#shared/output/mail/documents/input.ts';
import { loadBodySchema } from '#shared/platform/lambda/endpoint/steps/parse-request.ts';
import { listQuery } from '#shared/documents/invoices/list/query.ts';

/** Lists in a request hold at most 1,000 elements unless a smaller maximum is given. */
const MOST = 1_000;

interface Schema {
  type?: string;
  items?: unknown;
  maxItems?: number;
}

/** The places of all lists below a JSON schema, with their maximum. */
function listsIn(schema: unknown, place = ''): [place: string, max: number | undefined][] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, items, maxItems } = schema as Schema;
  const own: [string, number | undefined][] = type === 'array' || items !== undefined ? [[place, maxItems]] : [];
  return [...own, ...Object.entries(schema).flatMap(([key, inner]) => listsIn(inner, `${place}/${key}`))];
}

const { endpoints } = await loadCatalogue();
const schemas = endpoints.map(async ({ name, handler: { definition } }) => [
  { title: `${name} body`, schema: await loadBodySchema(definition.body) },
  { title: `${name} query`, schema: definition.query },
]);
const inputs = (await Promise.all(schemas)).flat().flatMap(({ title, schema }) => (schema ? [{ title, schema }] : []));

describe('every list of every body and query has a maximum', () => {
  test.each(inputs)('$title', ({ schema }) => {
    const lists = listsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
    expect(lists.filter(([, max]) => max === undefined || max > MOST)).toEqual([]);
  });

  test('there are such lists', () => {
    const all = inputs.flatMap(({ schema }) => listsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })));
    expect(all.length).toBeGreaterThan(15);
  });

  test('lists that are text between commas have one too', () => {
    const refused = (schema: z.ZodType, value: object) => schema.safeParse(value).error?.issues.map(issue => issue.message);
    const many = (one: string): string => Array.from({ length: MOST + 1 }, () => one).join(',');
    expect(refused(listQuery(), { status: many('draft') })).toEqual(['must have at most 1000 entries']);
    expect(refused(emailBody, { to: 'a@b.example', cc: many('a@b.example') })).toContain('must have at most 20 addresses');
    expect(refused(emailBody, { to: 'a@b.example', bcc: many('a@b.example').split(',') })).toBeDefined();
  });
});
