import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { LONG } from '../../support/effort.ts';
import {
  CASES,
  checkedSender,
  type Definition,
  deletable,
  effectsOf,
  GUARDED,
  inTurn,
  requestAs,
  scopeOf,
} from '../../support/matrix/endpoints.ts';
import { addCompany, changes, newOrganization, type Organization, tableContent } from '../../support/matrix/people.ts';
import { placed, type Reference, referencesOf } from '../../support/matrix/references.ts';
import { comparable, type RawAnswer, type Send } from '../../support/matrix/send.ts';
import { type Fixtures, openFixtures, type Params, parametersOf, recordsIn } from '../../support/matrix/targets.ts';
import { useOwnService } from '../../support/service.ts';

/** Sends every endpoint somebody else's id wherever its path, body or query takes one: the answer is that for an unknown id. */
const service = useOwnService();
let victim: Organization;
let stranger: Organization;
/** The victim, at another company of the same organization. */
let sister: Organization;
let victims: Fixtures;
let strangers: Fixtures;
let send: Send;
let before: Map<string, string>;

beforeAll(async () => {
  // Nothing may happen by itself between two looks at the table.
  service().runtime.clock.freeze(true);
  send = checkedSender(service().url);
  [victim, stranger] = await Promise.all([newOrganization(service(), 'Victim'), newOrganization(service(), 'Stranger')]);
  sister = { ...victim, company: await addCompany(service(), victim.owner.token, { cif: '55667788' }) };
  victims = openFixtures(service(), scopeOf(victim), deletable);
  strangers = openFixtures(service(), scopeOf(stranger), deletable);
  // A record that cannot be created fails the tests that need it, not this hook.
  await Promise.allSettled(
    GUARDED.flatMap(({ definition }) => [
      victims.target(definition),
      victims.body(definition),
      strangers.target(definition),
      ...recordsIn(definition).map(name => victims.deleted(definition.path, name)),
    ]),
  );
  await service().idle();
  before = await tableContent();
});

const callerOf = ({ owner, company }: Organization) => ({ authorization: `Bearer ${owner.token}`, names: company });

const MALFORMED = ['not-a-uuid', '1', ' ', '%', '../..', '00000000-0000-0000-0000-00000000000', 'x'.repeat(3000)];
/** How many of them are sent for each parameter. */
const TRIED = LONG ? 9 : 3;

describe('an id of somebody else is answered as one that nobody has', () => {
  const withRecords = GUARDED.filter(({ definition }) => parametersOf(definition.path).length > 0);

  test.each(withRecords)('$title', async ({ name, definition }) => {
    const { path, companyIn } = definition;
    const [own, foreign, body] = await Promise.all([
      victims.target(definition),
      strangers.target(definition),
      victims.body(definition),
    ]);
    const company = companyIn === 'path' ? parametersOf(path)[0] : undefined;
    for (const parameter of [...(company === undefined ? [] : [company]), ...recordsIn(definition)]) {
      const deleted = parameter === company ? undefined : await victims.deleted(path, parameter);
      const as = (caller: Organization, id: string | undefined, others: Params): Promise<RawAnswer> => {
        const params = { ...others, [parameter]: id ?? '' };
        const names = companyIn === 'path' ? params[company ?? ''] : caller.company;
        return send(requestAs(definition, { ...callerOf(caller), names }, params, body));
      };
      const [unknown, ...others] = await Promise.all([
        as(victim, randomUUID(), own),
        as(victim, randomUUID(), own),
        as(victim, foreign[parameter], own),
        as(victim, foreign[parameter]?.toUpperCase(), own),
        as(stranger, own[parameter], foreign),
        as(stranger, own[parameter], own),
        ...(definition.auth === 'company' && companyIn !== 'path' ? [as(sister, own[parameter], own)] : []),
        ...(deleted === undefined ? [] : [as(victim, deleted, own)]),
      ]);
      expect(unknown).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
      expect(others.map(comparable)).toEqual(others.map(() => comparable(unknown)));
      const wrong = inTurn([...MALFORMED, `${own[parameter]}x`, `{${own[parameter]}}`], TRIED, name);
      const malformed = await Promise.all(wrong.map(id => as(victim, id, own)));
      for (const answer of malformed) {
        expect(answer).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
      }
      expect(effectsOf(service(), name, 1 + others.length + malformed.length)).toEqual([]);
    }
  });
});

test('none of these requests has changed the table', async () => {
  await service().idle();
  expect(before.size).toBeGreaterThan(100);
  expect(changes(before, await tableContent())).toEqual([]);
});

/** The ids in an endpoint's body and query; an error, which its test throws, if it is not known what one of them refers to. */
const referencesIn = (definition: Definition): Promise<Reference[] | Error> =>
  referencesOf(definition).catch((error: unknown) => error as Error);

const named = (await Promise.all(GUARDED.map(async one => ({ ...one, references: await referencesIn(one.definition) })))).filter(
  ({ references }) => references instanceof Error || references.length > 0,
);

describe('an id of somebody else in the body or the query is answered as one that nobody has', () => {
  const makes = (template: string): boolean =>
    CASES.some(({ definition }) => definition.method === 'POST' && `${definition.path}/` === template.replace(/\{[^}]+\}$/, ''));
  const isCompany = (template: string): boolean => template === '/api/v1/companies/{uuid}';

  test.each(named)('$title', async ({ definition, references }) => {
    if (references instanceof Error) throw references;
    const [params, body] = await Promise.all([victims.target(definition), victims.body(definition)]);
    for (const { part, place, template } of references) {
      if (template === null || !makes(template)) continue;
      const foreign = await strangers.target({ path: template, companyIn: isCompany(template) ? 'path' : undefined });
      const answers = [randomUUID(), randomUUID(), Object.values(foreign).at(-1) ?? ''].map(async id => {
        const sent = part === 'body' ? placed(body, place, id) : body;
        const request = requestAs(definition, { ...callerOf(victim) }, params, sent);
        const answer = await send({ ...request, path: request.path + (part === 'query' ? `?${place}=${id}` : '') });
        return comparable({ ...answer, text: answer.text.replaceAll(id, 'ID') });
      });
      const [unknown, ...others] = await Promise.all(answers);
      expect(others, place).toEqual([unknown, unknown]);
    }
  });
});
