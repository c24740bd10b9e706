import { describe, expect, it } from 'vitest';
import { exchange } from '../../../shared/parties/companies/set-active.ts';
import { readCompany } from '../../../shared/access/records.ts';
import type { Company as Stored } from '../../../shared/model/company.ts';
import type { Company, Refusal } from '../../support/contract.ts';
import { keyWith, whoAmI } from '../../support/members.ts';
import { makeReadOnly } from '../../support/matrix/people.ts';
import { type User, useOwnService } from '../../support/service.ts';
import { companiesCalls } from './calls.ts';

const service = useOwnService();
const { add, at } = companiesCalls(service);

/** Companies of a new organization that fell back to a plan with room for some of them: the others are read-only. */
async function downgraded(plan: string, names: readonly string[], readOnly: readonly string[]) {
  const user = await service().newUser();
  const ids: Record<string, string> = {};
  for (const [place, name] of names.entries()) ids[name] = (await add(user, { cif: `20${place}`, name })).body.id;
  const { organization } = await whoAmI(service(), user);
  expect((await service().api('PUT', `/_local/plans/${organization.id}`, { body: { plan } })).status).toBeLessThan(300);
  await Promise.all(readOnly.map(name => makeReadOnly(ids[name] ?? '')));
  // Nobody adds five companies and takes a smaller plan within a second: the index lists them by then.
  await service().idle();
  return { user, ids };
}

const activate = (user: User, id = '') => at(user, 'PUT', `/${id}/set-active`);

/** The names of the companies that may be changed, from the records themselves. */
async function writable(ids: Record<string, string>): Promise<string[]> {
  const companies = await Promise.all(Object.values(ids).map(id => readCompany(id)));
  return companies.flatMap(one => (one && !one.isReadOnly ? [one.name] : [])).sort();
}

describe('Choosing which companies are writable (completions-accounts §9)', () => {
  it('takes the place of the least recently updated one, and answers with all companies by name', async () => {
    const { user, ids } = await downgraded('starter', ['Alfa', 'Beta', 'Gama', 'Delta'], ['Delta']);
    expect((await at(user, 'PATCH', `/${ids['Delta']}`, { phone: '0711' })).status).toBe(403);
    await service().advance('PT1S');
    expect((await at(user, 'PATCH', `/${ids['Alfa']}`, { phone: '0711' })).status).toBe(200);
    const { status, body } = await activate(user, ids['Delta']);
    expect(status).toBe(200);
    expect((body as unknown as Company[]).map(one => [one.name, one.isReadOnly])).toEqual([
      ['Alfa', false],
      ['Beta', true],
      ['Delta', false],
      ['Gama', false],
    ]);
    expect((await at(user, 'PATCH', `/${ids['Delta']}`, { phone: '0711' })).status).toBe(200);
    const refused = await at(user, 'PATCH', `/${ids['Beta']}`, { phone: '0711' });
    expect(refused.status).toBe(403);
    expect(refused.body.error.details).toMatchObject({ reason: 'company_read_only' });
  });

  it("takes nobody's place while the plan has room, and changes nothing of a writable company", async () => {
    const { user, ids } = await downgraded('starter', ['Alfa', 'Beta'], ['Beta']);
    expect((await activate(user, ids['Beta'])).status).toBe(200);
    expect(await writable(ids)).toEqual(['Alfa', 'Beta']);
    const before = await readCompany(ids['Beta'] ?? '');
    expect((await activate(user, ids['Beta'])).status).toBe(200);
    expect(await readCompany(ids['Beta'] ?? '')).toEqual(before);
  });

  it('never makes more writable than the plan allows, whoever asks at the same time', async () => {
    const { user, ids } = await downgraded('starter', ['Alfa', 'Beta', 'Gama', 'Delta', 'Epsilon'], ['Gama', 'Delta', 'Epsilon']);
    const answers = await Promise.all(['Gama', 'Delta', 'Epsilon'].map(name => activate(user, ids[name])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await writable(ids)).toHaveLength(3);
  });

  it('needs company.edit, and a company that the caller reaches', async () => {
    const { user, ids } = await downgraded('starter', ['Alfa'], []);
    const token = await keyWith(service(), user, ['company.view']);
    const refused = await service().api('PUT', `/api/v1/companies/${ids['Alfa']}/set-active`, { token });
    expect(refused.status).toBe(403);
    expect((refused.body as Refusal).error.details).toMatchObject({ reason: 'permission' });
    expect((await activate(await service().newUser(), ids['Alfa'])).status).toBe(404);
  });
});

describe('The exchange', () => {
  const company = (id: string, isReadOnly: boolean, updatedAt: string) => ({ id, isReadOnly, updatedAt, version: 1 }) as Stored;
  const target = company('t', true, '2026-01-01');
  const others = [company('b', false, '2026-02-02'), company('a', false, '2026-02-02'), company('c', false, '2026-02-03')];

  it.each([
    ['a writable company', others[0], { count: 4, limit: 3 }, []],
    ['no limit', target, { count: 4, limit: null }, ['t']],
    ['room left', target, { count: 4, limit: 4 }, ['t']],
    ['no room: the oldest, of two the first by id', target, { count: 4, limit: 3 }, ['t', 'a']],
    ['one that the index does not show yet counts', target, { count: 5, limit: 4 }, ['t', 'a']],
  ])('%s', (_, chosen, plan, changed) => {
    expect(exchange(chosen as Stored, [target, ...others], plan).map(({ after }) => after.id)).toEqual(changed);
  });
});
