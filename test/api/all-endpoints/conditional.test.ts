import { beforeAll, describe, expect, test } from 'vitest';
import { isKnown } from '#shared/platform/lambda/endpoint/conventions/entity-tag.ts';
import { CASES } from '../../support/matrix/endpoints.ts';
import { digits } from '../../support/matrix/fresh-values.ts';
import { type Owner, openOwner, refusal } from '../../support/matrix/owner.ts';
import { addCompany } from '../../support/matrix/people.ts';
import { bodyFor } from '../../support/matrix/resources.ts';
import { selected } from '../../support/selection/selected.ts';
import { makeTarget, type Params } from '../../support/matrix/targets.ts';
import { type Scope, useService } from '../../support/service.ts';

/** ETag, If-None-Match and If-Match (docs/http.md) at every endpoint that offers them. */

const shown = CASES.filter(({ definition }) => definition.version);
const changing = CASES.filter(({ definition }) => definition.changes);

const service = useService();
let owner: Owner;
beforeAll(async () => {
  owner = await openOwner(service(), 'Conditions');
});

/** The GET of the record that an endpoint changes. */
const getOf = (path: string) => {
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
