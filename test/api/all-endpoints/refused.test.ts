import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { isPermission, type Permission } from '#shared/platform/access/permissions.ts';
import { CREDENTIAL_REFUSALS } from '#shared/platform/lambda/endpoint/steps/credential.ts';
import { LONG } from '../../support/effort.ts';
import { type Caller, openWorld, type World } from '../../support/matrix/callers.ts';
import {
  CASES,
  checkedSender,
  type Definition,
  deletable,
  effectsOf,
  FIRST_OF_SHAPE,
  GUARDED,
  inTurn,
  requestAs,
  scopeOf,
  shown,
} from '../../support/matrix/endpoints.ts';
import { refusalOf } from '../../support/matrix/outcome.ts';
import { changes, tableContent } from '../../support/matrix/people.ts';
import { selected } from '../../support/selection/selected.ts';
import { comparable, type RawAnswer } from '../../support/matrix/send.ts';
import { type Fixtures, openFixtures, type Params } from '../../support/matrix/targets.ts';
import { useOwnService } from '../../support/service.ts';

/**
 * * Every endpoint of the catalogue rejects all callers that it must. The status follows from the endpoint's definition
 * (test/support/matrix/outcome.ts), with the permission that it names (REC-2; docs/permissions.md lists those of all endpoints); a
 * rejected request only reads.
 */
const NEEDED = new Set(CASES.flatMap(({ definition }) => definition.permission ?? []));

/**
 * Of the callers that are rejected alike, the number that are sent to an endpoint that is not the first of its shape; and to each public
 * one, of all.
 */
const COMING = LONG ? { alike: 6, public: 1000 } : { alike: 1, public: 12 };

const service = useOwnService();
let world: World;
let victims: Fixtures;
let before: Map<string, string>;
const credentials = new Set<string>();

beforeAll(async () => {
  // Nothing may change in the background between two reads of the table.
  service().runtime.clock.freeze(true);
  world = await openWorld(service(), new Set(selected(CASES).flatMap(({ definition }) => definition.permission ?? [])));
  victims = openFixtures(service(), scopeOf(world.victim), deletable);
  // A record that cannot be created fails the tests that need it.
  await Promise.allSettled(selected(CASES).flatMap(({ definition }) => [victims.target(definition), victims.body(definition)]));
  await service().idle();
  before = await tableContent();
});

async function call(definition: Definition, caller: Caller, params: Params, body: object): Promise<RawAnswer> {
  const credential = caller.authorization?.replace(/^Bearer /, '');
  if (credential !== undefined && credential.length > 40) credentials.add(credential);
  return checkedSender(service().url)(requestAs(definition, caller, params, body));
}

/** Whether the caller can be recognised at this endpoint: a company in the path is always named. */
const applies = (definition: Definition, caller: Caller): boolean =>
  definition.companyIn !== 'path' || caller.company !== 'unnamed' || caller.credential === 'none';

describe('callers without access are rejected with the right error and without effect', () => {
  test.each(selected(GUARDED))('$title', async ({ name, definition }) => {
    const [params, body] = await Promise.all([victims.target(definition), victims.body(definition)]);
    const callers = [...world.callers, ...(definition.permission ? world.lacking(definition.permission) : [])];
    const all = callers.flatMap(caller => {
      const refusal = applies(definition, caller) ? refusalOf(definition, caller) : undefined;
      return refusal ? [{ caller, refusal }] : [];
    });
    const alike = Object.values(Object.groupBy(all, ({ caller, refusal }) => JSON.stringify([caller.credential, refusal])));
    const refused = FIRST_OF_SHAPE.has(name) ? all : alike.flatMap(some => inTurn(some ?? [], COMING.alike, name));
    expect(alike.length).toBeGreaterThan(3);
    const answers = await Promise.all(refused.map(({ caller }) => call(definition, caller, params, body)));
    expect(effectsOf(service(), name, answers.length)).toEqual([]);
    const unauthorized = new Map<string, Set<string>>();
    for (const [place, { caller, refusal }] of refused.entries()) {
      const answer = answers[place] as RawAnswer;
      const { error } = answer.json as { error: { code: string; message: string; details?: unknown } };
      const told = { status: answer.status, code: error.code, ...(error.details !== undefined && { details: error.details }) };
      expect(told, shown(caller, answer)).toEqual(refusal);
      if (answer.status !== 401) continue;
      const why = CREDENTIAL_REFUSALS[caller.why ?? 'missing'];
      expect(error.message, shown(caller, answer)).toBe(why);
      unauthorized.set(why, (unauthorized.get(why) ?? new Set()).add(comparable(answer)));
    }
    // The response says no more about a credential.
    expect(unauthorized.size).toBeGreaterThan(0);
    for (const [why, alike] of unauthorized) expect(alike.size, why).toBe(1);
  });
});

test('none of the requests has changed the table', async () => {
  await service().idle();
  expect(before.size).toBeGreaterThan(100);
  expect(changes(before, await tableContent())).toEqual([]);
});

describe('a public endpoint', () => {
  const open = CASES.filter(({ definition }) => definition.auth === 'public');

  test.each(selected(open))('$title responds the same whatever the credential is', async ({ name, definition }) => {
    const params = await victims.target(definition);
    const [nobody, ...others] = world.callers.filter(caller => refusalOf({ ...definition, auth: 'user' }, caller)) as [Caller];
    const asked = [nobody, ...inTurn(others, COMING.public, name)];
    const [expected, ...answers] = await Promise.all(asked.map(caller => call(definition, caller, params, {})));
    expect(answers.length).toBeGreaterThan(10);
    for (const answer of answers) expect(answer.status).toBe(expected?.status);
  });
});

test('every permission that an endpoint requires exists', () => {
  expect([...NEEDED].filter((permission: Permission) => !isPermission(permission))).toEqual([]);
});

test('the log contains no credential that was sent', () => {
  const log = readFileSync(join(service().dataDir, 'service.log'), 'utf8');
  expect(credentials.size).toBeGreaterThan(50);
  expect(log.split('\n').length).toBeGreaterThan(credentials.size);
  expect([...credentials].filter(credential => log.includes(credential))).toEqual([]);
});
