import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import { LONG } from '../../support/effort.ts';
import { checkedSender, effectsOf, GUARDED, inTurn, requestAs } from '../../support/matrix/endpoints.ts';
import { addCompany, changes, tableContent } from '../../support/matrix/people.ts';
import { bodyFor, resourceOf } from '../../support/matrix/resources.ts';
import { selected } from '../../support/selection/selected.ts';
import { comparable, type RawAnswer, type Send } from '../../support/matrix/send.ts';
import { type Neighbourhood, openNeighbourhood, type Stranger } from '../../support/matrix/strangers.ts';
import { isPersonal, makeTarget, type Params, parametersOf, recordsIn } from '../../support/matrix/targets.ts';
import { useOwnService } from '../../support/service.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/**
 * Requests records of others from every endpoint whose path names records: the response is that for an unknown id, to every caller. With an own
 * id the same request succeeds, so the answers compared are about the id and nothing else.
 */
const service = useOwnService();
let near: Neighbourhood;
let send: Send;
let before: Map<string, string>;

const namingRecords = GUARDED.filter(({ definition }) => definition.companyIn === 'path' || recordsIn(definition).length > 0);
const withRecords = selected(namingRecords);

beforeAll(async () => {
  // Nothing may change in the background between two reads of the table.
  service().runtime.clock.freeze(true);
  send = checkedSender(service().url);
  near = await openNeighbourhood(service());
  const { victims, strangers, sisters } = near;
  // A record that cannot be created fails the tests that need it, not this hook.
  await Promise.allSettled(
    withRecords.flatMap(({ definition }) => [
      victims.target(definition),
      victims.body(definition),
      strangers.target(definition),
      ...(recordsIn(definition).length > 1 ? [sisters.target(definition)] : []),
      ...recordsIn(definition).map(name => victims.deleted(definition.path, name)),
    ]),
  );
  await service().idle();
  before = await tableContent();
});

const ownerOf = (): string => `Bearer ${near.victim.owner.token}`;
const NOT_FOUND = { status: 404, json: { error: { code: 'not_found' } } };

const MALFORMED = ['not-a-uuid', '1', ' ', '%', '../..', '00000000-0000-0000-0000-00000000000', 'x'.repeat(3000)];
/** The number of malformed ids for each parameter, of strangers that ask, and of those that name the company itself. */
const TRIED = LONG ? { malformed: 9, naming: 4, asking: 4 } : { malformed: 3, naming: 1, asking: 2 };

/**
 * The response of the contract to members of the same organization for a record that is not for them: 403 with this reason
 * (ACC-80, COM-3, COM-50).
 */
const TOLD_COLLEAGUES: Record<string, string> = {
  '/api/v1/companies/{uuid}': 'company_access',
  '/api/v1/api-tokens/{uuid}': 'not_owner',
  '/api/v1/taxauth/tokens/{id}': 'token_owner',
};

describe('the id of a record of others gets the response for an unknown id', () => {
  test.each(withRecords)('$title', async ({ name, definition }) => {
    const { victim, victims, stranger, strangers, sister, all } = near;
    const { path, auth, companyIn, sessionOnly } = definition;
    const [own, foreign, body] = await Promise.all([
      victims.target(definition),
      strangers.target(definition),
      victims.body(definition),
    ]);
    const company = companyIn === 'path' ? parametersOf(path)[0] : undefined;
    const inHeader = auth === 'company' && company === undefined;
    // Records of the organization itself are not hidden from its members.
    const hiddenFrom = (one: Stranger): boolean => auth === 'company' || !one.isColleague || isPersonal(definition);
    const hidden = all.filter(hiddenFrom);

    for (const parameter of [...(company === undefined ? [] : [company]), ...recordsIn(definition)]) {
      let asked = 0;
      const as = (caller: { authorization: string; company: string }, id: string | undefined, others: Params) => {
        asked += 1;
        const params = { ...others, [parameter]: id ?? '' };
        const names = companyIn === 'path' ? params[company ?? ''] : caller.company;
        return send(requestAs(definition, { authorization: caller.authorization, names }, params, body));
      };
      const owner = { authorization: ownerOf(), company: victim.company };
      const theirs = { authorization: `Bearer ${stranger.owner.token}`, company: stranger.company };
      const deleted = parameter === company ? undefined : await victims.deleted(path, parameter);
      const [unknown, ...others] = await Promise.all([
        as(owner, randomUUID(), own),
        as(owner, randomUUID(), own),
        as(owner, foreign[parameter], own),
        as(owner, foreign[parameter]?.toUpperCase(), own),
        as(theirs, own[parameter], foreign),
        ...(inHeader ? [as({ ...owner, company: sister.company }, own[parameter], own)] : []),
        ...(deleted === undefined ? [] : [as(owner, deleted, own)]),
      ]);
      expect(unknown).toMatchObject(NOT_FOUND);
      expect(others.map(comparable)).toEqual(others.map(() => comparable(unknown)));

      for (const one of inTurn(hidden, TRIED.asking, name)) {
        // With the others of the victim, and with own ones.
        const beside = [own, ...(recordsIn(definition).length > 1 ? [await one.records.target(definition)] : [])];
        const [random, ...same] = await Promise.all([
          as(one, randomUUID(), own),
          ...beside.map(others => as(one, own[parameter], others)),
        ]);
        const reason = one.isColleague ? TOLD_COLLEAGUES[resourceOf(path, parameter).template] : undefined;
        const isRefusedBefore = one.isKey && sessionOnly === true;
        if (reason !== undefined && (parameter === company || !isRefusedBefore)) {
          const told = { status: 403, json: { error: { code: 'forbidden', details: { reason } } } };
          for (const answer of same) expect(answer).toMatchObject(told);
        } else expect(same.map(comparable), one.name).toEqual(same.map(() => comparable(random)));
        if (!isRefusedBefore) expect(comparable(random), one.name).toBe(comparable(unknown));
      }
      for (const one of inHeader ? inTurn(hidden, TRIED.naming, name) : []) {
        const here = { ...one, company: victim.company };
        const [nowhere, ...same] = await Promise.all([
          as({ ...one, company: randomUUID() }, randomUUID(), own),
          as(here, randomUUID(), own),
          as(here, own[parameter], own),
        ]);
        expect(nowhere).toMatchObject({ status: 403 });
        expect(same.map(comparable), one.name).toEqual(same.map(() => comparable(nowhere)));
      }

      const wrong = inTurn([...MALFORMED, `${own[parameter]}x`, `{${own[parameter]}}`], TRIED.malformed, name);
      for (const answer of await Promise.all(wrong.map(id => as(owner, id, own)))) expect(answer).toMatchObject(NOT_FOUND);
      expect(effectsOf(service(), name, asked)).toEqual([]);
    }
  });
});

test('none of these requests has changed the table', async () => {
  await service().idle();
  expect(before.size).toBeGreaterThan(100);
  expect(changes(before, await tableContent())).toEqual([]);
});

/** Own ids that are found and still rejected, with the reason: the test lacks another prerequisite of the request. */
const REFUSED_LATER: Record<string, [status: number, error: object]> = {
  'POST /api/v1/invoices/{uuid}/attachments/uploads/{uploadId}/complete': [
    422,
    { details: { file: ['must be uploaded first, by the form in the answer that announced the upload'] } },
  ],
  'POST /api/v1/companies/{uuid}/retention': [422, { details: { retention: ['must be set in the company'] } }],
  'POST /api/v1/companies/{uuid}/refresh-registry': [503, { message: 'No company register is configured.' }],
  'POST /api/v1/webhooks/{uuid}/deliveries/{deliveryUuid}/retry': [409, { details: { reason: 'webhook_test' } }],
};

/** Requests about a company that is deleted. */
const OF_DELETED = [
  'GET /api/v1/companies/{uuid}/deletion',
  'POST /api/v1/companies/{uuid}/deletion',
  'POST /api/v1/companies/{uuid}/restore',
];

describe('the same request with an own id gets another response', () => {
  let made = 0;
  const freshCompany = (): Promise<CompanyId> =>
    addCompany(service(), near.victim.owner.token, { cif: String(55_560_000 + made++) });

  test.each(withRecords)('$title', async ({ title, definition }) => {
    const { method, path, companyIn } = definition;
    // A request may end the company; and a company has 20 webhooks at most.
    const isFresh = companyIn === 'path' || (method !== 'GET' && path.startsWith('/api/v1/webhooks/'));
    const company = isFresh ? await freshCompany() : near.victim.company;
    const scope = { token: near.victim.owner.token, company };
    const isShared = method === 'GET' && !isFresh;
    const [params, body] = await Promise.all([
      isShared ? near.victims.target(definition) : makeTarget(service(), scope, definition),
      bodyFor(service(), scope, method, path),
    ]);
    if (OF_DELETED.includes(title))
      await expecting(204, 'Removing', service().api('DELETE', `/api/v1/companies/${company}`, { token: scope.token }));
    const answer: RawAnswer = await send(requestAs(definition, { authorization: ownerOf(), names: company }, params, body));
    const [status, error] = REFUSED_LATER[title] ?? [];
    if (status !== undefined) expect(answer).toMatchObject({ status, json: { error } });
    else expect(answer.status, `${title} → ${answer.status} ${answer.text}`).toBeLessThan(400);
  });

  test('exceptions for requests that are rejected later, and about deleted companies, are used', () => {
    const titles = namingRecords.map(({ title }) => title);
    expect([...Object.keys(REFUSED_LATER), ...OF_DELETED].filter(title => !titles.includes(title))).toEqual([]);
  });
});
