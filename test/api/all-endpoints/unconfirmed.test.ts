import { beforeAll, describe, expect, test } from 'vitest';
import { scopeOf, checkedSender, deletable, effectsOf, GUARDED, requestAs } from '../../support/matrix/endpoints.ts';
import { newMember, newOrganization, type Organization, tableContent, changes } from '../../support/matrix/people.ts';
import { bodyFor } from '../../support/matrix/resources.ts';
import { type Fixtures, makeTarget, openFixtures, parametersOf } from '../../support/matrix/targets.ts';
import { mayBeforeConfirmation, REFUSED_FIELDS, unknownNames } from '../../support/matrix/unconfirmed.ts';
import { selected } from '../../support/selection/selected.ts';
import { useOwnService } from '../../support/service.ts';

/**
 * * Every endpoint with an account whose email nobody has confirmed: the requests that it may send are listed in
 * test/support/matrix/unconfirmed.ts, the rest is rejected without effect.
 */

const service = useOwnService();
const send = () => checkedSender(service().url);
let open: Organization;
let records: Fixtures;
/** An owner of the same organization whose email is not confirmed, which is the only possible reason of an error. */
let unconfirmed: { authorization: string; names: string };

beforeAll(async () => {
  service().runtime.clock.freeze(true);
  open = await newOrganization(service(), 'Open');
  const { token } = await newMember(open, { membership: { role: 'owner' }, account: { emailConfirmed: false } });
  unconfirmed = { authorization: `Bearer ${token}`, names: open.company };
  records = openFixtures(service(), scopeOf(open), deletable);
});

const SENDER_NOT_VERIFIED = {
  status: 403,
  json: { error: { code: 'forbidden', details: { reason: 'sender_not_verified' } } },
};

/** Ids of records that do not exist: a rejected request must not look for them. */
const nowhere = (path: string): Record<string, string> =>
  Object.fromEntries(parametersOf(path).map(name => [name, '00000000-0000-4000-8000-000000000000']));

test('every endpoint of the list exists', () => expect(unknownNames()).toEqual([]));

test('everything else is rejected before anything is read or done', async () => {
  const refused = GUARDED.filter(one => !mayBeforeConfirmation(one));
  expect(refused.length).toBeGreaterThan(15);
  const before = await tableContent();
  for (const { name, title, definition } of refused) {
    const answer = await send()(requestAs(definition, unconfirmed, nowhere(definition.path), {}));
    expect(answer, `${title} → ${answer.status} ${answer.text}`).toMatchObject(SENDER_NOT_VERIFIED);
    expect(effectsOf(service(), name, 1)).toEqual([]);
  }
  expect(changes(before, await tableContent())).toEqual([]);
});

describe('some bodies need more', () => {
  const cases = Object.entries(REFUSED_FIELDS).flatMap(([name, bodies]) =>
    bodies.map(fields => ({ name, fields, title: `${name} ${Object.keys(fields).join()}` })),
  );
  test.each(cases)('$title is rejected, and accepted when it is taken back', async ({ name, fields }) => {
    const { definition } = GUARDED.find(one => one.name === name) as (typeof GUARDED)[number];
    const [params, body] = await Promise.all([
      records.target(definition),
      bodyFor(service(), scopeOf(open), definition.method, definition.path),
    ]);
    const refused = await send()(requestAs(definition, unconfirmed, params, { ...body, ...fields }));
    expect(refused, refused.text).toMatchObject(SENDER_NOT_VERIFIED);
    const none = Object.fromEntries(Object.keys(fields).map(field => [field, null]));
    const taken = await send()(requestAs(definition, unconfirmed, params, { ...body, ...none }));
    expect(taken.status, taken.text).toBeLessThan(300);
  });
});

describe('the endpoints of the list are open', () => {
  const chosen = selected(GUARDED.filter(one => mayBeforeConfirmation(one) && !(one.name in REFUSED_FIELDS)));
  // The company is removed after all others have used it.
  const removes = (title: string): number => Number(title.startsWith('DELETE /api/v1/companies/'));
  test.each(chosen.toSorted((a, b) => removes(a.title) - removes(b.title)))('$title', async ({ definition }) => {
    const { method, path } = definition;
    const [params, body] = await Promise.all([
      method === 'GET' ? records.target(definition) : makeTarget(service(), scopeOf(open), definition),
      definition.body ? bodyFor(service(), scopeOf(open), method, path) : {},
    ]);
    const { status, text } = await send()(requestAs(definition, unconfirmed, params, body));
    expect(text).not.toContain('sender_not_verified');
    expect([401, 429, 500], `${status} ${text}`).not.toContain(status);
  });
});
