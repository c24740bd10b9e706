import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type EndpointEntry, loadCatalogue } from '../../../infra/catalogue.ts';
import { declaredErrors, keepsIdempotency } from '../../../infra/declared-errors.ts';
import { MAX_BODY_BYTES } from '../../../shared/lambda/endpoint/request.ts';
import { changes, newOrganization, type Organization, tableContent } from '../../support/matrix/people.ts';
import { bodyFor, filled, RESOURCES } from '../../support/matrix/resources.ts';
import { commonViolations, comparable, type RawAnswer, type Sending, senderTo } from '../../support/matrix/send.ts';
import { type Fixtures, makeTarget, openFixtures, type Params, parametersOf, recordsIn } from '../../support/matrix/targets.ts';
import { useOwnService } from '../../support/service.ts';

/** What holds of every endpoint because it is an endpoint, generated from the catalogue. */
type Definition = EndpointEntry['handler']['definition'];

const { endpoints } = await loadCatalogue();
const cases = endpoints.map(({ name, handler: { definition } }) => ({
  title: `${definition.method} ${definition.path}`,
  name,
  definition,
}));
const only = (wanted: (definition: Definition) => unknown) => cases.filter(({ definition }) => wanted(definition));

const service = useOwnService({ onError: () => {} });
let organization: Organization;
let fixtures: Fixtures;

beforeAll(async () => {
  service().runtime.clock.freeze(true);
  organization = await newOrganization(service(), 'Rules');
  fixtures = openFixtures(service(), scope(), () => false);
});
afterEach(() => service().runtime.faults.clear());

const scope = () => ({ token: organization.owner.token, company: organization.company });

/** Sends what anybody may send, and holds the answer against the rules of all answers. */
async function send(request: Sending): Promise<RawAnswer> {
  const answer = await senderTo(service().url)(request);
  expect(commonViolations(request, answer), `${request.method} ${request.path}: ${answer.text}`).toEqual([]);
  return answer;
}

/** Sends a request as the owner of the company. */
function ask({ method, path, auth, companyIn }: Definition, params: Params, request: Partial<Sending> = {}): Promise<RawAnswer> {
  const headers = {
    authorization: auth === 'public' ? undefined : `Bearer ${organization.owner.token}`,
    'x-company': auth === 'public' || companyIn === 'path' ? undefined : organization.company,
  };
  return send({ method, path: filled(path, params), ...request, headers: { ...headers, ...request.headers } });
}

/** A path whose records there need not be: what is told before them is told all the same. Only who the caller is there must be known. */
const anyParams = ({ path, companyIn, organizationIn }: Definition): Params =>
  Object.fromEntries(
    parametersOf(path).map((name, place) => [
      name,
      (place === 0 && ((companyIn === 'path' && organization.company) || (organizationIn === 'path' && organization.id))) ||
        randomUUID(),
    ]),
  );

const refusal = (status: number, code: string) => ({ status, json: { error: { code, message: expect.any(String) as string } } });

describe('definitions', () => {
  test('no two endpoints have the same name, and none the method and path of another', () => {
    expect(new Set(cases.map(one => one.name)).size).toBe(cases.length);
    expect(new Set(cases.map(one => one.title.replace(/\{[^}]+\}/g, '{}'))).size).toBe(cases.length);
  });

  /** interface.md §Error codes, completions-accounts §1.1; 415 of completions-documents §1.9. */
  const CONTRACT = [400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 422, 429, 500, 503];

  test.each(cases)('$title has a summary, a success with its schema, and errors of the contract', async ({ definition }) => {
    expect(definition.summary).toMatch(/^[A-Z].{3,}[^.\s]$/);
    const statuses = Object.keys(definition.responses).map(Number);
    const successes = statuses.filter(status => status < 400);
    expect(successes.length).toBeGreaterThan(0);
    for (const status of successes) {
      const schema = await definition.responses[status]?.();
      // No body, or bytes whose type is declared instead.
      const bodiless = [202, 204, 302].includes(status) || definition.produces !== undefined;
      if (!schema) expect(bodiless, `${status} has neither a schema nor a media type`).toBe(true);
      else expect(() => z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })).not.toThrow();
    }
    for (const status of [...declaredErrors(definition), ...statuses.filter(one => one >= 400)])
      expect(CONTRACT).toContain(status);
    expect(definition.path).toMatch(/^(\/[a-z0-9.-]+|\/\{[a-zA-Z]+\})+$/);
  });
});

describe('paths and methods', () => {
  test.each([
    '/',
    '/api',
    '/api/v1',
    '/api/v2/invoices',
    '/api/v1/nothing',
    '/api/v1/invoices/',
    '/API/V1/invoices',
    '/api/v1//invoices',
  ])('404 for the unknown path %s', async path => {
    for (const method of ['GET', 'POST', 'DELETE']) expect(await send({ method, path })).toMatchObject(refusal(404, 'not_found'));
  });

  const fits = (template: string, path: string): boolean => {
    const [wanted, sent] = [template.split('/'), path.split('/')];
    return wanted.length === sent.length && wanted.every((part, place) => part.startsWith('{') || part === sent[place]);
  };

  test.each([...new Set(cases.map(one => one.definition.path))].map(path => ({ path })))(
    '405 with Allow for other methods of $path',
    async ({ path: template }) => {
      const path = filled(template, Object.fromEntries(parametersOf(template).map(name => [name, randomUUID()])));
      const allowed = new Set(cases.filter(({ definition }) => fits(definition.path, path)).map(one => one.definition.method));
      for (const method of (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter(one => !allowed.has(one))) {
        const answer = await send({ method, path, ...(method !== 'GET' && { body: {} }) });
        expect(answer, method).toMatchObject(refusal(405, 'method_not_allowed'));
        const told = (answer.headers['allow'] ?? '').split(', ');
        expect(told.toSorted(), method).toEqual([...allowed].toSorted());
      }
    },
  );
});

describe('bodies: syntax is told before anything that the path or the fields could say', () => {
  const NOT_JSON = ['{"a":', '{a: 1}', "{'a': 1}", '{"a": 1,}', 'a=1', '\u0000', '{"a": 1} {"b": 2}', '{"a": NaN}'];
  const NOT_AN_OBJECT = ['[]', '[{}]', '"text"', '5', 'true', 'null'];
  const OTHER_TYPES = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data; boundary=x',
    'json',
  ];
  const bodied = only(definition => definition.body);

  test('there are such endpoints', () => expect(bodied.length).toBeGreaterThan(10));

  test.each(bodied)('$title', async ({ definition }) => {
    const params = anyParams(definition);
    const json = { 'content-type': 'application/json' };
    const refused = [
      ...[...NOT_JSON, ...NOT_AN_OBJECT].map(body => ({ body, headers: json })),
      ...OTHER_TYPES.map(type => ({ body: '{}', headers: { 'content-type': type } })),
    ].map(async request => {
      const answer = await ask(definition, params, request);
      expect(answer, JSON.stringify(request)).toMatchObject(refusal(400, 'bad_request'));
    });
    const padding = ' '.repeat(MAX_BODY_BYTES - 1);
    const large = ask(definition, params, { body: `{}${padding}`, headers: json });
    await Promise.all(refused);
    expect(await large).toMatchObject(refusal(413, 'payload_too_large'));
  });

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON', 'application/merge-patch+json'])(
    'the type %s is JSON',
    async type => {
      const request = { method: 'POST', path: '/api/auth', headers: { 'content-type': type } };
      const answer = await send({ ...request, body: '{"email": "nobody@test.example", "password": "wrong"}' });
      expect(answer.status).toBe(401);
    },
  );

  test('a body of exactly 1 MB is read', async () => {
    const body = '{"email": "nobody@test.example", "password": "wrong"}'.padEnd(MAX_BODY_BYTES);
    expect((await send({ method: 'POST', path: '/api/auth', body })).status).toBe(401);
  });
});

describe('paging', () => {
  interface Shape {
    properties?: Record<string, unknown>;
  }
  const paged = only(
    ({ query }) =>
      query && 'page' in ((z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as Shape).properties ?? {}),
  );
  /** The largest pages where the contract says another figure than 100 (completions-accounts §10 to §12). */
  const LARGEST: Record<string, number> = { '/api/v1/clients': 200, '/api/v1/suppliers': 200, '/api/v1/products': 200 };

  test('there are such endpoints', () => expect(paged.length).toBeGreaterThan(1));

  test.each(paged)('$title: page and limit are whole numbers from 1; a larger limit is lowered', async ({ definition }) => {
    const params = await fixtures.target(definition);
    const query = (text: string): Partial<Sending> => ({ path: `${filled(definition.path, params)}?${text}` });
    for (const wrong of ['0', '-1', '1.5', 'abc', '', '1e1', '0x1', '99999999999', '1,2', '%20', 'null']) {
      for (const name of ['page', 'limit']) {
        const answer = await ask(definition, params, query(`${name}=${wrong}`));
        expect(answer, `${name}=${wrong}`).toMatchObject(refusal(422, 'validation_error'));
        expect(answer.json, `${name}=${wrong}`).toMatchObject({ error: { details: { [name]: [expect.any(String)] } } });
      }
    }
    const largest = LARGEST[definition.path] ?? 100;
    const [byDefault, lowered, far] = await Promise.all(
      ['', `limit=1000`, `page=1000000&limit=${largest}`].map(text => ask(definition, params, query(text))),
    );
    for (const answer of [byDefault, lowered, far]) expect(answer).toMatchObject({ status: 200 });
    if (Object.hasOwn(byDefault?.json as object, 'limit')) {
      expect(byDefault?.json).toMatchObject({ page: 1, limit: 20 });
      expect(lowered?.json).toMatchObject({ page: 1, limit: largest });
      expect(far?.json).toMatchObject({ page: 1_000_000, limit: largest });
    }
  });
});

describe('failures of ours tell nothing', () => {
  const BUSY = '{"error":{"code":"service_unavailable","message":"The service is busy; try again."}}';
  // For what must say so itself when the table is away.
  const OWN_ANSWER = ['/health'];

  test('every endpoint, with a table that fails every call', async () => {
    const targets = await Promise.all(
      cases.map(async ({ title, definition }) => ({
        title,
        definition,
        params: definition.auth === 'public' ? anyParams(definition) : await fixtures.target(definition),
        body: definition.body ? await fixtures.body(definition) : undefined,
      })),
    );
    service().runtime.faults.add({ service: 'dynamodb', kind: 'fail' });
    const answers = await Promise.all(
      targets.map(async ({ title, definition, params, body }) => ({
        title,
        definition,
        answer: await ask(definition, params, { body }),
      })),
    );
    let failed = 0;
    for (const { title, definition, answer } of answers) {
      if (definition.auth !== 'public') expect(answer.status, `${title}: ${answer.text}`).toBe(503);
      if (OWN_ANSWER.includes(definition.path) || answer.status < 500) continue;
      failed++;
      expect(answer.text, title).toBe(BUSY);
    }
    expect(failed).toBeGreaterThan(cases.length * 0.8);
  });

  test('a transaction that cannot be committed is a 503 that says when to try again', async () => {
    const body = await bodyFor(service(), scope(), 'POST', '/api/v1/clients');
    service().runtime.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind: 'conflict' });
    const headers = { authorization: `Bearer ${organization.owner.token}`, 'x-company': organization.company };
    const answer = await send({ method: 'POST', path: '/api/v1/clients', headers, body });
    expect(answer).toMatchObject(refusal(503, 'service_unavailable'));
    expect(answer.headers['retry-after']).toBe('1');
  });
});

describe('Idempotency-Key on POSTs of /api/v1 (decisions.md §Idempotency 2)', () => {
  const key = (text: string = randomUUID()): Record<string, string> => ({ 'idempotency-key': text });
  const creating = only(
    definition =>
      keepsIdempotency(definition) &&
      parametersOf(definition.path).length === 0 &&
      Object.keys(RESOURCES).some(template => template.replace(/\/\{[^}]+\}$/, '') === definition.path),
  );

  test('there are such endpoints', () => expect(creating.length).toBeGreaterThan(5));

  test.each(creating)('$title: the first answer is given again, and nothing is done twice', async ({ definition }) => {
    const body = await bodyFor(service(), scope(), 'POST', definition.path);
    const other = await bodyFor(service(), scope(), 'POST', definition.path);
    const headers = key();
    const first = await ask(definition, {}, { body, headers });
    expect(first, first.text).toMatchObject({ status: 201 });
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    await service().idle();
    const before = await tableContent();
    const second = await ask(definition, {}, { body, headers });
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    if (JSON.stringify(other) !== JSON.stringify(body)) {
      expect(await ask(definition, {}, { body: other, headers })).toMatchObject(refusal(422, 'validation_error'));
    }
    await service().idle();
    expect(changes(before, await tableContent())).toEqual([]);
    // Another key is another request.
    const third = await ask(definition, {}, { body: other, headers: key() });
    expect(third.text).not.toBe(first.text);
  });

  test.each(creating)('$title: of simultaneous requests with one key one does the work', async ({ definition }) => {
    const body = await bodyFor(service(), scope(), 'POST', definition.path);
    const headers = key();
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(definition, {}, { body, headers })));
    const made = answers.filter(answer => answer.status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(answer => answer.text)).size).toBe(1);
    expect(made.filter(answer => answer.headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    for (const answer of answers.filter(one => one.status !== 201)) expect(answer).toMatchObject(refusal(409, 'conflict'));
  });

  const acting = only(
    definition =>
      keepsIdempotency(definition) && recordsIn(definition).length > 0 && !creating.some(one => one.definition === definition),
  );

  test.each(acting)('$title: a repetition gets the first answer', async ({ definition }) => {
    const params = await makeTarget(service(), scope(), definition);
    const body = await bodyFor(service(), scope(), 'POST', definition.path);
    const headers = key();
    const request = { headers, ...(definition.body && { body }) };
    const first = await ask(definition, params, request);
    const second = await ask(definition, params, request);
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    if (first.status < 500) expect(second.headers['idempotent-replayed']).toBe('true');
  });

  test.each(['', ' ', 'x'.repeat(256)])('400 for a key that is no key: "%s"', async text => {
    for (const { definition } of creating) {
      const body = await fixtures.body(definition);
      expect(await ask(definition, {}, { body, headers: key(text) })).toMatchObject(refusal(400, 'bad_request'));
    }
  });

  test('a key of 255 characters is one, and each endpoint, user and company has its own', async () => {
    const headers = key('x'.repeat(255));
    const statuses = [];
    for (const { definition } of creating) {
      const body = await bodyFor(service(), scope(), 'POST', definition.path);
      statuses.push((await ask(definition, {}, { body, headers })).status);
    }
    expect(statuses).toEqual(creating.map(() => 201));
  });

  test.each(only(({ method, auth }) => method !== 'POST' && method !== 'GET' && auth !== 'public').slice(0, 5))(
    '$title takes no notice of a key',
    async ({ definition }) => {
      const headers = key();
      const [one, two] = await Promise.all(
        [anyParams(definition), anyParams(definition)].map(params => ask(definition, params, { headers, body: {} })),
      );
      expect(comparable(one as RawAnswer)).toBe(comparable(two as RawAnswer));
      expect(one?.headers).not.toHaveProperty('idempotent-replayed');
    },
  );
});
