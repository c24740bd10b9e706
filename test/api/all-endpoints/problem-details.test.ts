import { beforeAll, describe, expect, test } from 'vitest';
import { STATUS_OF } from '#shared/base/kernel/errors.ts';
import { GUARDED } from '../../support/matrix/endpoints.ts';
import { openOwner, type Owner } from '../../support/matrix/owner.ts';
import { filled } from '../../support/matrix/resources.ts';
import { selected } from '../../support/selection/selected.ts';
import type { RawAnswer } from '../../support/matrix/send.ts';
import { useService } from '../../support/service.ts';

/** Every error has a second format, application/problem+json (RFC 9457), for callers that prefer it. */

const service = useService();
let owner: Owner;
beforeAll(async () => {
  owner = await openOwner(service(), 'Problems');
});

const PREFERRED = { accept: 'application/problem+json' };

/** What the two formats of an error must have in common. */
function requireAlike(plain: RawAnswer, problem: RawAnswer): void {
  const { error } = plain.json as { error: string | { code: string; message: string; details?: object } };
  const told = typeof error === 'string' ? { code: 'rate_limited', message: error } : error;
  const { message, ...rest } = told;
  expect(plain.headers['content-type']).toBe('application/json');
  expect(problem.headers['content-type']).toBe('application/problem+json');
  expect(problem.json).toMatchObject({
    ...rest,
    detail: message,
    status: plain.status,
    instance: `urn:x-request-id:${problem.headers['x-request-id']}`,
  });
  expect([problem.status, STATUS_OF[told.code as keyof typeof STATUS_OF]]).toEqual([plain.status, plain.status]);
  expect(problem.headers['www-authenticate']).toBe(plain.headers['www-authenticate']);
}

describe('an error, as the contract has it and as problem details', () => {
  test.each(selected(GUARDED))('$title without a credential', async ({ definition }) => {
    const { method, path } = definition;
    const sending = { method, path: filled(path, owner.anyParams(definition)) };
    const [plain, problem] = await Promise.all([owner.send(sending), owner.send({ ...sending, headers: PREFERRED })]);
    expect(plain.status).toBe(401);
    requireAlike(plain, problem);
  });

  test('of paths without an endpoint, of other methods, of records and of bodies', async () => {
    const authorization = `Bearer ${owner.scope.token}`;
    const company = { authorization, 'x-company': owner.scope.company };
    for (const [method, path, status, body] of [
      ['GET', '/api/v1/nothing', 404],
      ['PUT', '/health', 405],
      ['GET', `/api/v1/invoices/${crypto.randomUUID()}`, 404],
      ['GET', '/api/v1/invoices?page=0', 422],
      ['POST', '/api/v1/clients', 422, {}],
      ['POST', '/api/v1/clients', 400, '{'],
    ] as const) {
      const sending = { method, path, headers: company, body };
      const [plain, problem] = await Promise.all([
        owner.send(sending),
        owner.send({ ...sending, headers: { ...company, ...PREFERRED } }),
      ]);
      expect(plain.status, `${method} ${path}`).toBe(status);
      requireAlike(plain, problem);
    }
  });

  test('a stored error is repeated in the format that the repetition asks for, and unchanged in its own', async () => {
    const headers = { authorization: `Bearer ${owner.scope.token}`, 'x-company': owner.scope.company };
    const sending = { method: 'POST', path: `/api/v1/invoices/${crypto.randomUUID()}/issue` };
    const keyed = { ...headers, 'idempotency-key': crypto.randomUUID() };
    const first = await owner.send({ ...sending, headers: keyed });
    const second = await owner.send({ ...sending, headers: { ...keyed, ...PREFERRED } });
    const third = await owner.send({ ...sending, headers: keyed });
    expect(first.status).toBe(404);
    requireAlike(first, second);
    expect([third.text, third.headers['content-type']]).toEqual([first.text, first.headers['content-type']]);
    expect([second, third].map(one => one.headers['idempotent-replayed'])).toEqual(['true', 'true']);
  });

  test('a success stays JSON', async () => {
    const answer = await owner.send({ method: 'GET', path: '/health', headers: PREFERRED });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json']);
  });
});
