import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { answerViolations } from '../../../infra/local/gateway/response-check.ts';

const endpoint = {
  method: 'POST' as const,
  path: '/api/v1/things',
  auth: 'user' as const,
  responses: {
    201: () => z.object({ id: z.string(), tags: z.array(z.object({ name: z.string() })), note: z.string().nullable() }),
    204: null,
  },
  errors: [409],
};

const violations = (status: number, body: unknown, type = 'application/json') =>
  answerViolations(endpoint, {
    status,
    headers: { 'content-type': type },
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  });

const thing = { id: 'a', tags: [{ name: 'x' }], note: null };

describe('a response is compared with the declaration of its endpoint', () => {
  it('accepts declared responses', async () => {
    expect(await violations(201, thing)).toEqual([]);
    expect(await answerViolations(endpoint, { status: 204, headers: {}, body: Buffer.alloc(0) })).toEqual([]);
    expect(await violations(409, { error: { code: 'conflict', message: 'No.', details: { reason: 'x' } } })).toEqual([]);
    expect(await violations(429, { error: 'Rate limit exceeded.', limit: 5 })).toEqual([]);
  });

  it.each([
    ['a missing field', 201, { ...thing, note: undefined }, 'note: '],
    ['a wrong type', 201, { ...thing, id: 7 }, 'id: '],
    ['an undeclared key', 201, { ...thing, secret: 1 }, 'secret: is not in the schema'],
    ['an undeclared key deep inside', 201, { ...thing, tags: [{ name: 'x' }, { name: 'y', extra: 1 }] }, 'tags.1.extra: is not'],
    ['another order of keys', 201, { note: null, id: 'a', tags: [] }, 'id: is not in the order of the schema'],
    ['a body that is no JSON', 201, '{', 'the body is not JSON'],
    ['an undeclared success', 200, thing, 'status 200 is not among `responses`'],
    ['an undeclared error', 418, { error: { code: 'x', message: 'y' } }, 'status 418 is not declared'],
    ['an error without the envelope', 409, { message: 'no' }, 'error: '],
    ['an error with more than the envelope', 409, { error: { code: 'a', message: 'b', stack: 'c' } }, 'error: '],
    ['a 429 in the form of the other errors', 429, { error: { code: 'rate_limited', message: 'x' } }, 'error: '],
    ['a body where none is declared', 204, thing, 'declared without a body'],
  ])('reports %s by its path', async (_, status, body, told) => {
    expect((await violations(status, body)).join('; ')).toContain(told);
  });

  it('a file must be of the type that its endpoint produces', async () => {
    const file = { status: 200, headers: { 'content-type': 'application/pdf' }, body: Buffer.from('%PDF') };
    const produces = (type: string) => ({ ...endpoint, responses: { 200: null }, produces: type });
    expect(await answerViolations(produces('application/pdf'), file)).toEqual([]);
    expect(await answerViolations(produces('application/zip'), file)).toEqual([
      'the file is application/pdf, not application/zip',
    ]);
    expect(await answerViolations({ ...endpoint, responses: { 200: null } }, file)).toEqual([
      'status 200 is declared without a body; of a file, say its type with `produces`',
    ]);
  });

  it('reports a JSON body that is sent as something else', async () => {
    expect(await violations(201, thing, 'text/plain')).toEqual(['the body of status 201 is not application/json']);
  });
});
