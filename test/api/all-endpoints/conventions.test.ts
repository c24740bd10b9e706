import { beforeAll, describe, expect, test } from 'vitest';
import { isKnown } from '#shared/platform/lambda/endpoint/conventions/entity-tag.ts';
import { CASES, inTurn, GUARDED } from '../../support/matrix/endpoints.ts';
import { digits } from '../../support/matrix/fresh-values.ts';
import { type Owner, openOwner, refusal } from '../../support/matrix/owner.ts';
import { addCompany } from '../../support/matrix/people.ts';
import { bodyFor, filled } from '../../support/matrix/resources.ts';
import { selected } from '../../support/selection/selected.ts';
import { makeTarget, type Params } from '../../support/matrix/targets.ts';
import { type Scope, useService } from '../../support/service.ts';
import { LONG } from '../../support/effort.ts';
import { isPaged } from '../../support/matrix/paged.ts';
import type { Sending, RawAnswer } from '../../support/matrix/send.ts';
import { STATUS_OF } from '#shared/base/kernel/errors.ts';

/** ETag, If-None-Match and If-Match (docs/http.md) at every endpoint that offers them. */
const shown = CASES.filter(({ definition }) => definition.version);
const changing = CASES.filter(({ definition }) => definition.changes);
const service = useService();
let owner: Owner;
beforeAll(async () => {
  owner = await openOwner(service(), 'Conventions');
});
/** The GET of the record that an endpoint changes. */
const getOf = (changed: string) => {
  // A purchase is read as the invoice that it is.
  const path = changed.replace('/purchases/', '/invoices/');
  const get = shown.find(({ definition }) => path.startsWith(definition.path) && definition.path.includes('{uuid}'));
  if (!get) throw new Error(`No GET with a version for ${path}.`);
  return get.definition;
};
/** Changes of a company are tried on a company of their own. */
const scopeFor = async ({ companyIn }: { companyIn?: string | undefined }): Promise<Scope> =>
  companyIn === 'path'
    ? { ...owner.scope, company: await addCompany(service(), owner.scope.token, { cif: `RO8${digits(8)}` }) }
    : owner.scope;
type Case = (typeof changing)[number]['definition'];
/** A new record with its tag, and the request that changes it under a condition. */
async function prepared(definition: Case) {
  const scope = await scopeFor(definition);
  const params: Params = await makeTarget(service(), scope, definition);
  const body = definition.body ? await bodyFor(service(), scope, definition.method, definition.path) : undefined;
  const headers = definition.companyIn === 'path' ? {} : { 'x-company': scope.company };
  const tag = async () => (await owner.ask(getOf(definition.path), params, { headers })).headers['etag'];
  const change = (ifMatch: string) =>
    owner.ask(definition, params, { headers: { ...headers, 'if-match': ifMatch }, ...(body && { body }) });
  return { tag, change };
}

const nextVersion = (tag: string): string => tag.replace(/\d+/, version => String(Number(version) + 1));
/** The pages of every list. */
const PAGED = selected(CASES.filter(isPaged));
/** The largest pages where the contract has another number than 100 (REQ-56). */
const LARGEST: Record<string, number> = { '/api/v1/clients': 200, '/api/v1/suppliers': 200, '/api/v1/products': 200 };
const WRONG = ['0', '-1', '1.5', 'abc', '', '1e1', '0x1', '99999999999', '1,2', '%20', 'null'];
/** The number of values that are sent to an endpoint that is not the first. */
const SENT = LONG ? WRONG.length : 3;
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

describe('If-Match', () => {
  test('is offered for all kinds of records that have an ETag', () => {
    expect(new Set(changing.map(({ definition }) => getOf(definition.path).path))).toEqual(
      new Set(shown.map(({ definition }) => definition.path)),
    );
  });

  test.each(selected(changing))('$title: the version decides', async ({ definition }) => {
    const [right, wrong] = await Promise.all([prepared(definition), prepared(definition)]);
    const accepted = await right.change((await right.tag()) ?? 'none');
    const before = (await wrong.tag()) ?? 'none';
    const refused = await wrong.change(nextVersion(before));
    expect(accepted.status, accepted.text).toBeLessThan(300);
    expect(refused).toMatchObject(refusal(412, 'precondition_failed'));
    expect(await wrong.tag()).toBe(before);
  });
});

describe('two changes of the same version', () => {
  test('one succeeds, the other is rejected', async () => {
    const found = changing.find(({ title }) => title === 'PATCH /api/v1/clients/{uuid}');
    if (!found) throw new Error('Clients cannot be changed.');
    const { tag, change } = await prepared(found.definition);
    const current = (await tag()) ?? '';
    const answers = await Promise.all([change(current), change(current), change(current)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    expect((await change('*')).status).toBe(200);
  });
});

describe('If-None-Match', () => {
  test.each(selected(shown))('$title responds 304 until the record changes', async ({ definition }) => {
    const scope = await scopeFor(definition);
    const params = await makeTarget(service(), scope, definition);
    const headers = definition.companyIn === 'path' ? {} : { 'x-company': scope.company };
    const ask = (ifNoneMatch?: string) =>
      owner.ask(definition, params, { headers: { ...headers, 'if-none-match': ifNoneMatch } });
    const first = await ask();
    const tag = first.headers['etag'] ?? '';
    // The strict table returns maps in another order at each read; responses have the order of their schema.
    expect((await ask()).text).toBe(first.text);
    expect(isKnown(tag, tag)).toBe(true);
    const again = await ask(`"other", W/${tag}`);
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', tag]);
    expect((await ask('"other"')).status).toBe(200);
  });
});

describe('paging', () => {
  test('there are such endpoints', () => expect(PAGED.length).toBeGreaterThan(0));

  test.each(PAGED)('$title: page and limit are whole numbers from 1; a larger limit is lowered', async ({ name, definition }) => {
    const params = await owner.fixtures.target(definition);
    const query = (text: string): Partial<Sending> => ({ path: `${filled(definition.path, params)}?${text}` });
    const wrong = name === PAGED[0]?.name ? WRONG : inTurn(WRONG, SENT, name);
    const refused = wrong.flatMap(value =>
      ['page', 'limit'].map(async parameter => {
        const answer = await owner.ask(definition, params, query(`${parameter}=${value}`));
        expect(answer, `${parameter}=${value}`).toMatchObject(refusal(422, 'validation_error'));
        expect(answer.json, `${parameter}=${value}`).toMatchObject({
          error: { details: { [parameter]: [expect.any(String)] } },
        });
      }),
    );
    await Promise.all(refused);
    const largest = LARGEST[definition.path] ?? 100;
    const [byDefault, lowered, far] = await Promise.all(
      ['', `limit=1000`, `page=1000000&limit=${largest}`].map(text => owner.ask(definition, params, query(text))),
    );
    for (const answer of [byDefault, lowered, far]) expect(answer).toMatchObject({ status: 200 });
    if (Object.hasOwn(byDefault?.json as object, 'limit')) {
      expect(byDefault?.json).toMatchObject({ page: 1, limit: 20 });
      expect(lowered?.json).toMatchObject({ page: 1, limit: largest });
      expect(far?.json).toMatchObject({ page: 1_000_000, limit: largest });
      const path = filled(definition.path, params);
      expect(byDefault?.headers['link']).toContain(`<${path}?page=1&limit=20>; rel="first"`);
      expect(far?.headers['link']).toContain('; rel="prev"');
      expect(far?.headers['link']).not.toContain('; rel="next"');
    } else for (const answer of [byDefault, lowered, far]) expect(answer?.headers['link']).toBeUndefined();
  });
});

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
