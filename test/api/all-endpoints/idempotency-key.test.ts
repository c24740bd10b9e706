import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { keepsIdempotency } from '../../../infra/api/declared-errors.ts';
import { newEmail, registerReady } from '../../support/accounts.ts';
import { CASES, requestAs } from '../../support/matrix/endpoints.ts';
import { whoAmI } from '../../support/members.ts';
import { invited, newMember } from '../../support/organization.ts';
import { validBody } from '../../support/matrix/keyed-bodies.ts';
import { openOwner, type Owner, refusal } from '../../support/matrix/owner.ts';
import { changes, tableContent } from '../../support/matrix/people.ts';
import { bodyFor, RESOURCES } from '../../support/matrix/resources.ts';
import { selected } from '../../support/selection/selected.ts';
import { comparable, type RawAnswer, senderTo } from '../../support/matrix/send.ts';
import { makeTarget, parametersOf, recordsIn } from '../../support/matrix/targets.ts';
import { useOwnService } from '../../support/service.ts';

/** `Idempotency-Key` at every endpoint that takes one. */

const service = useOwnService({ onError: () => {} });
let owner: Owner;
beforeAll(async () => {
  // Nothing may change in the background between two reads of the table.
  service().runtime.clock.freeze(true);
  owner = await openOwner(service(), 'Keys');
});

const key = (text: string = randomUUID()): Record<string, string> => ({ 'idempotency-key': text });

// First: each test reads the whole table twice, which the other tests fill.
describe('a key that another request holds (REQ-72 to REQ-76)', () => {
  /** The process ends after it has claimed the key: until its lease ends, nobody can know whether it is still running. */
  const claimAndDie = (name: string) =>
    service().runtime.faults.crash({ name, when: 'after', call: 1, operation: 'dynamodb.PutItem' });
  const keyed = CASES.filter(({ definition }) => keepsIdempotency(definition));
  afterEach(() => service().runtime.faults.clear());

  test('there are as many such endpoints as POSTs of /api/v1 with a credential', () => {
    const posts = CASES.filter(({ title, definition }) => title.startsWith('POST /api/v1/') && definition.auth !== 'public');
    expect(keyed.map(({ title }) => title)).toEqual(posts.map(({ title }) => title));
  });

  test.each(selected(keyed))(
    '$title: 409 for the same request, 422 for another one, 400 for an invalid key; nothing is written',
    async ({ name, definition }) => {
      const { token, company } = owner.scope;
      const caller = { authorization: `Bearer ${token}`, names: company, organization: undefined };
      const body = (await validBody(definition, owner.fixtures)) ?? {};
      const request = requestAs(definition, caller, owner.anyParams(definition), body);
      const withKey = (headers: Record<string, string>) => ({ ...request, headers: { ...request.headers, ...headers } });
      const first = withKey(key());
      claimAndDie(name);
      expect(await senderTo(service().url)(first)).toMatchObject({ status: 500 });
      expect(service().runtime.faults.crashed()).toBe(true);
      // Changes in the background of the records that the body names.
      await service().idle();
      const before = await tableContent();

      const same = await owner.send(first);
      expect(same.json).toEqual({
        error: {
          code: 'conflict',
          message: 'The first request with this Idempotency-Key is still running.',
          details: { reason: 'request_in_progress' },
        },
      });
      expect(same.status).toBe(409);

      const other = await owner.send({ ...first, path: `${first.path}?another=request` });
      expect(other.json).toEqual({
        error: {
          code: 'validation_error',
          message: 'Invalid: Idempotency-Key.',
          details: { 'Idempotency-Key': ['was used with another request'] },
        },
      });
      expect(other.status).toBe(422);

      for (const none of ['', ' ', 'x'.repeat(256)])
        expect(await owner.send(withKey(key(none))), `"${none}"`).toMatchObject(refusal(400, 'bad_request'));

      for (const refused of [same, other]) expect(refused.headers).not.toHaveProperty('idempotent-replayed');
      expect(changes(before, await tableContent())).toEqual([]);
    },
  );
});

test('a request that crashed (REQ-73): 409 for 30 seconds, then 503 with Retry-After, and after that time it is done once', async () => {
  const { name, definition } = CASES.find(({ title }) => title === 'POST /api/v1/products')!;
  const body = await bodyFor(service(), owner.scope, 'POST', definition.path);
  const headers = key();
  const caller = { authorization: `Bearer ${owner.scope.token}`, names: owner.scope.company, organization: undefined };
  const request = requestAs(definition, caller, {}, body);
  const ask = () => senderTo(service().url)({ ...request, headers: { ...request.headers, ...headers } });
  const { faults } = service().runtime;
  faults.crash({ name, when: 'after', call: 1, operation: 'dynamodb.PutItem' });
  expect(await ask()).toMatchObject({ status: 500 });
  expect(faults.crashed()).toBe(true);
  faults.clear();
  expect(await ask()).toMatchObject(refusal(409, 'conflict'));
  await service().advance('PT31S');
  const waiting = await ask();
  expect(waiting).toMatchObject(refusal(503, 'service_unavailable'));
  const wait = Number(waiting.headers['retry-after']);
  expect(wait).toBeGreaterThanOrEqual(1);
  expect(wait).toBeLessThanOrEqual(5);
  await service().advance(`PT${wait}S`);
  const done = await ask();
  expect(done).toMatchObject({ status: 201 });
  expect(await ask()).toMatchObject({ status: 201, text: done.text, headers: { 'idempotent-replayed': 'true' } });
});

describe('Idempotency-Key on POSTs of /api/v1 (REQ-72 to REQ-76)', () => {
  const creating = CASES.filter(
    ({ definition }) =>
      keepsIdempotency(definition) &&
      parametersOf(definition.path).length === 0 &&
      Object.keys(RESOURCES).some(template => template.replace(/\/\{[^}]+\}$/, '') === definition.path),
  );

  test('there are such endpoints', () => expect(creating.length).toBeGreaterThan(5));

  test.each(selected(creating))('$title: returns the first response again, and does nothing twice', async ({ definition }) => {
    const body = await bodyFor(service(), owner.scope, 'POST', definition.path);
    const other = await bodyFor(service(), owner.scope, 'POST', definition.path);
    const headers = key();
    const first = await owner.ask(definition, {}, { body, headers });
    expect(first, first.text).toMatchObject({ status: 201 });
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    await service().idle();
    const before = await tableContent();
    const second = await owner.ask(definition, {}, { body, headers });
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    if (JSON.stringify(other) !== JSON.stringify(body)) {
      expect(await owner.ask(definition, {}, { body: other, headers })).toMatchObject(refusal(422, 'validation_error'));
    }
    await service().idle();
    expect(changes(before, await tableContent())).toEqual([]);
    // Another key is another request.
    const third = await owner.ask(definition, {}, { body: other, headers: key() });
    expect(third.text).not.toBe(first.text);
  });

  test.each(selected(creating))('$title: of simultaneous requests with one key one does the work', async ({ definition }) => {
    const body = await bodyFor(service(), owner.scope, 'POST', definition.path);
    const headers = key();
    const answers = await Promise.all(Array.from({ length: 5 }, () => owner.ask(definition, {}, { body, headers })));
    const made = answers.filter(answer => answer.status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(answer => answer.text)).size).toBe(1);
    expect(made.filter(answer => answer.headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    for (const answer of answers.filter(one => one.status !== 201)) expect(answer).toMatchObject(refusal(409, 'conflict'));
  });

  const acting = CASES.filter(
    ({ definition }) =>
      keepsIdempotency(definition) && recordsIn(definition).length > 0 && !creating.some(one => one.definition === definition),
  );

  test.each(selected(acting))('$title: a repetition gets the first response', async ({ definition }) => {
    const params = await makeTarget(service(), owner.scope, definition);
    const body = await bodyFor(service(), owner.scope, 'POST', definition.path);
    const headers = key();
    const request = { headers, ...(definition.body && { body }) };
    const first = await owner.ask(definition, params, request);
    const second = await owner.ask(definition, params, request);
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    if (first.status < 500) expect(second.headers['idempotent-replayed']).toBe('true');
  });

  const files = CASES.filter(({ definition }) => keepsIdempotency(definition) && definition.produces !== undefined);

  test('there is one that responds with something other than JSON', () =>
    expect(files.map(({ title }) => title)).toContain('POST /api/v1/pdf-template-config/preview'));

  test.each(files)('$title: a repetition gets the whole first response, with the type of its body', async ({ definition }) => {
    const params = await makeTarget(service(), owner.scope, definition);
    const body = await bodyFor(service(), owner.scope, 'POST', definition.path);
    const request = { headers: key(), ...(definition.body && { body }) };
    const [first, second] = [await owner.ask(definition, params, request), await owner.ask(definition, params, request)];
    const { date: _d, 'x-request-id': _i, ...given } = first.headers;
    const { date: _e, 'x-request-id': _j, 'idempotent-replayed': replayed, ...again } = second.headers;
    expect(first.status).toBe(Number(Object.keys(definition.responses)[0]));
    expect(given['content-type']?.split(';')[0]).toBe(definition.produces);
    expect(replayed).toBe('true');
    expect([second.status, second.text, again]).toEqual([first.status, first.text, given]);
  });

  test('a key may have 255 characters, and each endpoint, user and company has its own keys', async () => {
    const headers = key('x'.repeat(255));
    const statuses = [];
    const some = selected(creating);
    for (const { definition } of some) {
      const body = await bodyFor(service(), owner.scope, 'POST', definition.path);
      statuses.push((await owner.ask(definition, {}, { body, headers })).status);
    }
    expect(statuses).toEqual(some.map(() => 201));
  });

  test('without a company, each organization has its own keys', async () => {
    const heads = await Promise.all([registerReady(service()), registerReady(service())]);
    const member = await newMember(service(), heads[0], 'admin');
    const { token } = await invited(service(), heads[1], { email: member.email, role: 'admin' });
    await service().api('POST', `/api/v1/invitations/accept/${token}`, { token: member.token });
    const body = { email: newEmail(), role: 'employee' };
    const headers = key();
    for (const head of heads) {
      const organization = (await whoAmI(service(), head)).organization.id;
      const invite = () =>
        service().api('POST', '/api/v1/invitations', {
          token: member.token,
          body,
          headers: { ...headers, 'x-organization': organization },
        });
      const [first, second] = [await invite(), await invite()];
      expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
      expect([second.body, second.headers.get('idempotent-replayed')]).toEqual([first.body, 'true']);
      const list = await service().api('GET', '/api/v1/invitations', { token: head.token });
      expect(list.body).toContainEqual(expect.objectContaining({ email: body.email }));
    }
  });

  const replacing = CASES.filter(
    ({ definition: { method, auth } }) => method !== 'POST' && method !== 'GET' && auth !== 'public',
  );

  test.each(replacing.slice(0, 5))('$title ignores a key', async ({ definition }) => {
    const headers = key();
    const [one, two] = await Promise.all(
      [owner.anyParams(definition), owner.anyParams(definition)].map(params =>
        owner.ask(definition, params, { headers, body: {} }),
      ),
    );
    expect(comparable(one as RawAnswer)).toBe(comparable(two as RawAnswer));
    expect(one?.headers).not.toHaveProperty('idempotent-replayed');
  });
});
