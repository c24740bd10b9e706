import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type EndpointEntry, loadCatalogue } from '../../../infra/catalogue.ts';
import { isPermission, type Permission } from '../../../shared/access/permissions.ts';
import { type Caller, openWorld, welcome, type World } from '../../support/matrix/callers.ts';
import { refusalOf } from '../../support/matrix/outcome.ts';
import { addCompany, changes, newOrganization, type Organization, tableContent } from '../../support/matrix/people.ts';
import { placed, referencesOf } from '../../support/matrix/references.ts';
import { bodyFor, filled } from '../../support/matrix/resources.ts';
import { commonViolations, comparable, type RawAnswer, type Send, senderTo } from '../../support/matrix/send.ts';
import {
  type Fixtures,
  isPersonal,
  makeTarget,
  openFixtures,
  type Params,
  parametersOf,
  recordsIn,
} from '../../support/matrix/targets.ts';
import { useOwnService } from '../../support/service.ts';
import { LONG } from '../../support/effort.ts';

/**
 * Every endpoint of the catalogue against everybody who may call it and every id that may stand in its path. What must happen
 * follows from the endpoint's definition (test/support/matrix/outcome.ts); a refusal does nothing but read, and an id of
 * somebody else is answered as one that nobody has.
 */
type Definition = EndpointEntry['handler']['definition'];

const { endpoints } = await loadCatalogue();
const cases = endpoints.map(({ name, handler: { definition } }) => ({
  title: `${definition.method} ${definition.path}`,
  name,
  definition,
}));
const guardedCases = cases.filter(({ definition }) => definition.auth !== 'public');
const guarded = new Set(cases.flatMap(({ definition }) => definition.permission ?? []));
const deletable = (template: string): boolean =>
  cases.some(({ definition }) => definition.method === 'DELETE' && definition.path === template);

/** The first endpoint of each shape that admission knows: there everybody comes. */
const shapeOf = ({ auth, companyIn, method, permission, sessionOnly }: Definition): string =>
  [auth, companyIn, method === 'GET', permission === undefined, sessionOnly].join();
const firstOfShape = new Set(new Map(guardedCases.toReversed().map(one => [shapeOf(one.definition), one.name])).values());

/** How many come to any other endpoint: of those who are refused alike, and of those who are let in. */
const COMING = LONG ? { refused: 6, welcome: 4 } : { refused: 2, welcome: 1 };

/** Some of all, others at each endpoint: the next ones come to the next. */
const inTurn = <T>(all: readonly T[], some: number, name: string): T[] => {
  const first = some * guardedCases.findIndex(one => one.name === name);
  return all.length <= some ? [...all] : Array.from({ length: some }, (_, place) => all[(first + place) % all.length] as T);
};

const service = useOwnService();
let world: World;
let victims: Fixtures;
let strangers: Fixtures;
let send: Send;
let before: Map<string, string>;
const credentials = new Set<string>();

const scopeOf = ({ owner, company }: Organization) => ({ token: owner.token, company });

beforeAll(async () => {
  // Nothing may happen by itself between two looks at the table.
  service().runtime.clock.freeze(true);
  const sender = senderTo(service().url);
  send = async request => {
    const credential = request.headers?.['authorization']?.replace(/^Bearer /, '');
    if (credential !== undefined && credential.length > 40) credentials.add(credential);
    const answer = await sender(request);
    expect(commonViolations(request, answer), `${request.method} ${request.path}: ${answer.text}`).toEqual([]);
    return answer;
  };
  world = await openWorld(service(), guarded);
  victims = openFixtures(service(), scopeOf(world.victim), deletable);
  strangers = openFixtures(service(), scopeOf(world.stranger), deletable);
  // What cannot be made is told by the tests that need it.
  await Promise.allSettled(
    guardedCases.flatMap(({ definition }) => [
      victims.target(definition),
      victims.body(definition),
      strangers.target(definition),
      ...recordsIn(definition).map(name => victims.deleted(definition.path, name)),
    ]),
  );
  await service().idle();
  before = await tableContent();
});

/** Sends a request as a caller; the company stands where the endpoint has it. */
function call({ method, path, companyIn, body: takesBody }: Definition, caller: Caller, params: Params, body: object) {
  const inPath = companyIn === 'path';
  const first = parametersOf(path)[0] ?? '';
  return send({
    method,
    path: filled(path, inPath && caller.names !== undefined ? { ...params, [first]: caller.names } : params),
    headers: {
      authorization: caller.authorization,
      'x-company': inPath ? undefined : caller.names,
      'x-organization': caller.organization,
    },
    ...(takesBody && { body }),
  });
}

/** Whether the caller can be told apart at this endpoint: a company that stands in the path is always named. */
const applies = (definition: Definition, caller: Caller): boolean =>
  definition.companyIn !== 'path' || caller.company !== 'unnamed' || caller.credential === 'none';

const shown = (caller: Caller, { status, text }: RawAnswer): string => `${caller.name} → ${status} ${text}`;

const READS = new Set(['GetItem', 'BatchGetItem', 'Query']);

/** What the last requests did to other services beside reading the table, by the requests' own account. */
function effects(name: string, requests: number): string[] {
  const measured = service().runtime.meter.last(requests);
  expect(measured.map(one => one.function)).toEqual(measured.map(() => name));
  return measured.flatMap(({ calls }) =>
    calls.filter(one => one.service !== 'dynamodb' || !READS.has(one.operation)).map(one => `${one.service} ${one.operation}`),
  );
}

describe('who is refused, exactly how, and without effect', () => {
  test.each(guardedCases)('$title', async ({ name, definition }) => {
    const [params, body] = await Promise.all([victims.target(definition), victims.body(definition)]);
    const callers = [...world.callers, ...(definition.permission ? world.lacking(definition.permission) : [])];
    const all = callers.flatMap(caller => {
      const refusal = applies(definition, caller) ? refusalOf(definition, caller) : undefined;
      return refusal ? [{ caller, refusal }] : [];
    });
    const alike = Object.values(Object.groupBy(all, ({ caller, refusal }) => JSON.stringify([caller.credential, refusal])));
    const refused = firstOfShape.has(name) ? all : alike.flatMap(some => inTurn(some ?? [], COMING.refused, name));
    expect(refused.length).toBeGreaterThan(5);
    const answers = await Promise.all(refused.map(({ caller }) => call(definition, caller, params, body)));
    expect(effects(name, answers.length)).toEqual([]);
    const unauthorized = new Set<string>();
    for (const [place, { caller, refusal }] of refused.entries()) {
      const answer = answers[place] as RawAnswer;
      const { error } = answer.json as { error: { code: string; details?: unknown } };
      const told = { status: answer.status, code: error.code, ...(error.details !== undefined && { details: error.details }) };
      expect(told, shown(caller, answer)).toEqual(refusal);
      if (answer.status === 401) unauthorized.add(comparable(answer));
    }
    // Nothing tells what was wrong with a credential.
    expect(unauthorized.size).toBe(1);
  });
});

const MALFORMED = ['not-a-uuid', '1', ' ', '%', '../..', '00000000-0000-0000-0000-00000000000', 'x'.repeat(3000)];

describe('an id of somebody else is answered as one that nobody has', () => {
  const withRecords = guardedCases.filter(({ definition }) => parametersOf(definition.path).length > 0);

  test.each(withRecords)('$title', async ({ name, definition }) => {
    const { victim, stranger } = world;
    const { method, path, companyIn } = definition;
    const [own, foreign, body] = await Promise.all([
      victims.target(definition),
      strangers.target(definition),
      victims.body(definition),
    ]);
    const company = companyIn === 'path' ? parametersOf(path)[0] : undefined;
    for (const parameter of [...(company === undefined ? [] : [company]), ...recordsIn(definition)]) {
      const deleted = parameter === company ? undefined : await victims.deleted(path, parameter);
      const as = ({ owner, company: header }: Organization, id: string | undefined, others: Params) =>
        send({
          method,
          path: filled(path, { ...others, [parameter]: id ?? '' }),
          headers: { authorization: `Bearer ${owner.token}`, 'x-company': companyIn === 'path' ? undefined : header },
          ...(definition.body && { body }),
        });
      const [unknown, ...others] = await Promise.all([
        as(victim, randomUUID(), own),
        as(victim, randomUUID(), own),
        as(victim, foreign[parameter], own),
        as(victim, foreign[parameter]?.toUpperCase(), own),
        as(stranger, own[parameter], foreign),
        as(stranger, own[parameter], own),
        ...(deleted === undefined ? [] : [as(victim, deleted, own)]),
      ]);
      expect(unknown).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
      expect(others.map(comparable)).toEqual(others.map(() => comparable(unknown)));
      const malformed = await Promise.all(
        [...MALFORMED, `${own[parameter]}x`, `{${own[parameter]}}`].map(id => as(victim, id, own)),
      );
      for (const answer of malformed) {
        expect(answer).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
      }
      expect(effects(name, 1 + others.length + malformed.length)).toEqual([]);
    }
  });
});

test('none of all that has left a trace in the table', async () => {
  await service().idle();
  expect(before.size).toBeGreaterThan(100);
  expect(changes(before, await tableContent())).toEqual([]);
});

describe('who holds just what is needed is let in', () => {
  let open: Organization;
  let records: Fixtures;
  let made = 0;
  const freshCompany = (): Promise<string> => addCompany(service(), open.owner.token, { cif: String(55_550_000 + made++) });

  beforeAll(async () => {
    open = await newOrganization(service(), 'Open');
    records = openFixtures(service(), scopeOf(open), deletable);
  });

  test.each(guardedCases)('$title', async ({ name, definition }) => {
    const { method, path, sessionOnly, companyIn } = definition;
    // What an endpoint does to a company may be the end of it.
    const fresh = companyIn === 'path' && method !== 'GET';
    const companies = await Promise.all(Array.from({ length: 4 }, async () => (fresh ? freshCompany() : open.company)));
    const callers = (await welcome(open, companies, definition.permission)).filter(
      ({ credential, userId }) =>
        (!sessionOnly || credential === 'session') && (!isPersonal(definition) || userId === open.owner.userId),
    );
    const answers = (firstOfShape.has(name) ? callers : inTurn(callers, COMING.welcome, name)).map(async (caller, place) => {
      expect(refusalOf(definition, caller)).toBeUndefined();
      const company = companies[place] ?? open.company;
      const scope = { token: open.owner.token, company };
      const [params, body] = await Promise.all([
        method === 'GET' ? records.target(definition) : makeTarget(service(), scope, definition),
        definition.body ? bodyFor(service(), scope, method, path) : Promise.resolve({}),
      ]);
      const written = place === 0 ? inCapitals(definition, params) : params;
      return { caller, answer: await call(definition, { ...caller, names: company }, written, body) };
    });
    expect(answers.length).toBeGreaterThan(0);
    for (const { caller, answer } of await Promise.all(answers)) {
      expect([401, 403, 405, 413, 429, 500], shown(caller, answer)).not.toContain(answer.status);
      if (recordsIn(definition).length > 0 || companyIn === 'path') expect(answer.status, shown(caller, answer)).not.toBe(404);
    }
  });

  /** An id is the same in capitals. */
  const inCapitals = (definition: Definition, params: Params): Params =>
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, recordsIn(definition).includes(name) ? value.toUpperCase() : value]),
    );
});

describe('an id of somebody else in the body or the query is answered as one that nobody has', () => {
  const makes = (template: string): boolean =>
    cases.some(({ definition }) => definition.method === 'POST' && `${definition.path}/` === template.replace(/\{[^}]+\}$/, ''));
  const named = guardedCases.filter(({ definition }) => {
    try {
      return referencesOf(definition).length > 0;
    } catch {
      return true; // Told by the test.
    }
  });

  test.each(named)('$title', async ({ definition }) => {
    const { method, path, companyIn } = definition;
    const { owner, company } = world.victim;
    const [params, body] = await Promise.all([victims.target(definition), victims.body(definition)]);
    for (const { part, place, template } of referencesOf(definition)) {
      if (template === null || !makes(template)) continue;
      const foreign = await strangers.target({ path: template, companyIn: isCompany(template) ? 'path' : undefined });
      const answers = [randomUUID(), randomUUID(), Object.values(foreign).at(-1) ?? ''].map(async id => {
        const query = part === 'query' ? `?${place}=${id}` : '';
        const answer = await send({
          method,
          path: filled(path, params) + query,
          headers: { authorization: `Bearer ${owner.token}`, 'x-company': companyIn === 'path' ? undefined : company },
          ...(definition.body && { body: part === 'body' ? placed(body, place, id) : body }),
        });
        return comparable({ ...answer, text: answer.text.replaceAll(id, 'ID') });
      });
      const [unknown, ...others] = await Promise.all(answers);
      expect(others, place).toEqual([unknown, unknown]);
    }
  });

  const isCompany = (template: string): boolean => template === '/api/v1/companies/{uuid}';
});

describe('a public endpoint', () => {
  test.each(cases.filter(({ definition }) => definition.auth === 'public'))(
    '$title answers the same whatever credential comes along',
    async ({ definition }) => {
      const params = await victims.target(definition);
      const asked = world.callers.filter(caller => refusalOf({ ...definition, auth: 'user' }, caller));
      const [nobody, ...others] = await Promise.all(asked.map(caller => call(definition, caller, params, {})));
      expect(others.length).toBeGreaterThan(10);
      for (const answer of others) expect(answer.status).toBe(nobody?.status);
    },
  );
});

test('every permission that an endpoint asks for exists', () => {
  expect([...guarded].filter((permission: Permission) => !isPermission(permission))).toEqual([]);
});

test('no credential that was sent stands in the log', () => {
  const log = readFileSync(join(service().dataDir, 'service.log'), 'utf8');
  expect(credentials.size).toBeGreaterThan(100);
  expect(log.split('\n').length).toBeGreaterThan(credentials.size);
  expect([...credentials].filter(credential => log.includes(credential))).toEqual([]);
});
