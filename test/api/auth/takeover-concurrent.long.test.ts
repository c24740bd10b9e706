import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readAccount } from '#shared/platform/access/records.ts';
import { createApiToken } from '#shared/accounts/identity/api-tokens/create.ts';
import { acceptInvitation } from '#shared/accounts/identity/invitations/accept.ts';
import { findInvited } from '#shared/accounts/identity/invitations/store.ts';
import { invite } from '#shared/accounts/identity/invitations/create.ts';
import { createLicenseKey } from '#shared/accounts/identity/licensing/create-key.ts';
import { setUpTotp } from '#shared/accounts/identity/mfa/set-up-totp.ts';
import { membershipItem } from '#shared/platform/access/memberships.ts';
import type { Actor, Membership } from '#shared/platform/access/model.ts';
import { readOrganization } from '#shared/platform/access/organization-plan.ts';
import { changePeople, peopleOf } from '#shared/platform/access/people.ts';
import { findReset, resetPassword } from '#shared/accounts/identity/passwords/reset-password.ts';
import { commitPlainly, put, transact, type Write } from '#shared/platform/store/transact.ts';
import { clearCompany } from '#shared/app/takeover/clear-company.ts';
import { createLink } from '#shared/authority/taxauth/connections/create-link.ts';
import {
  changeAccount,
  joinOrganization,
  newEmail,
  PASSWORD,
  type Registered,
  registerReady,
  registerOnly,
  resetToken,
} from '../../support/accounts.ts';
import { invited, membersOf, newMember } from '../../support/organization.ts';
import { useOwnService } from '../../support/service.ts';
import { actorOf, NEW, organizationOf, takeoverCalls, UNAUTHORIZED } from './takeover-calls.ts';

/** A takeover in several steps: requests in between, a process that dies in between, and more records than one transaction takes. */

const service = useOwnService({ machines: [], emailConfirmation: 'optional' });
const { call, made, takeOver } = takeoverCalls(service);

/** Members and invitations are from the time before invitations required a confirmed email: takeovers remove them all the same. */
const confirmed = (actor: Actor): Actor => ({ ...actor, account: { ...actor.account, emailConfirmed: true } });

describe('requests at the same moment as a takeover', () => {
  /** A reset that stops before its last transaction; `meanwhile` runs there the first time. */
  async function resetWith(
    person: Registered,
    meanwhile: () => Promise<void>,
  ): Promise<{ token: string; result: Promise<void> }> {
    const token = await resetToken(service(), person.email);
    let isFirst = true;
    const commit = async (writes: Write[], value: void): Promise<void> => {
      if (isFirst) {
        isFirst = false;
        await meanwhile();
      }
      return commitPlainly(writes, value);
    };
    const result = resetPassword(await findReset(token), NEW, { clearCompany, commit });
    return { token, result };
  }

  test('a process that dies in between leaves an account that cannot be used until the same token is sent again', async () => {
    const registrant = await registerReady(service());
    const { token: key } = await made('/api/v1/api-tokens', registrant.token, { name: 'key', scopes: ['invoice.view'] });
    const accomplice = await newMember(service(), registrant, 'admin');
    await changeAccount(registrant.userId, { emailConfirmed: false });
    const { token, result } = await resetWith(registrant, () => Promise.reject(new Error('The process died.')));
    await expect(result).rejects.toThrow('The process died.');
    for (const old of [registrant.token, String(key)]) expect(await call('GET', '/api/v1/me', old)).toMatchObject(UNAUTHORIZED);
    for (const password of [PASSWORD, NEW])
      expect(await call('POST', '/api/auth', undefined, { email: registrant.email, password })).toMatchObject(UNAUTHORIZED);
    // A confirmation mail of the registrant's time makes no difference.
    await changeAccount(registrant.userId, { emailConfirmed: true });
    await joinOrganization(accomplice.userId, registrant.userId, 'admin');
    expect((await call('POST', '/api/auth/reset-password', undefined, { token, password: NEW })).status).toBe(200);
    const mine = String((await call('POST', '/api/auth', undefined, { email: registrant.email, password: NEW })).body['token']);
    expect(await membersOf(service(), { token: mine })).toHaveLength(1);
    expect((await readAccount(registrant.userId)).account).toMatchObject({ takeoverPending: false, emailConfirmed: true });
  });

  test('requests of the registrant that were admitted before leave no records', async () => {
    const [registrant, host] = [await registerOnly(service()), await registerReady(service())];
    const foreign = await invited(service(), host, { email: registrant.email, role: 'admin' });
    const actor = await actorOf(registrant);
    const late: Record<string, () => Promise<unknown>> = {
      'an API key': () => createApiToken(actor, { name: 'k', scopes: ['invoice.view'], expireAt: null }, commitPlainly),
      'an invitation': async () => {
        const form = { email: newEmail(), role: 'admin' as const, allowedCompanies: [] };
        const organization = await readOrganization(actor.membership?.organizationId ?? '');
        return invite(confirmed(actor), { form, organization, userId: undefined, companies: [] }, commitPlainly);
      },
      'a second factor': () => setUpTotp(actor, { mfa: undefined }, commitPlainly),
      'a link': () =>
        createLink(actor.account, { organizationId: actor.membership?.organizationId ?? '', companyId: null }, commitPlainly),
      'a licence key': () => createLicenseKey(actor, { instanceName: null }, commitPlainly),
      'a membership': async () => acceptInvitation(actor, foreign.token, await findInvited(foreign.token), commitPlainly),
    };
    const { result } = await resetWith(registrant, async () => {
      for (const [name, run] of Object.entries(late)) await expect(run(), name).rejects.toMatchObject({ status: 401 });
    });
    await result;
    for (const [name, run] of Object.entries(late)) await expect(run(), name).rejects.toMatchObject({ status: 401 });
    const { body } = await call('POST', '/api/auth', undefined, { email: registrant.email, password: NEW });
    const mine = String(body['token']);
    expect(await membersOf(service(), { token: mine })).toHaveLength(1);
    expect((await call('GET', '/api/v1/invitations', mine)).body).toEqual([]);
    expect((await call('GET', '/api/v1/taxauth/token-links', mine)).body).toEqual([]);
  });

  test('a member who joins between the clearing and its end is removed as well', async () => {
    const registrant = await registerOnly(service());
    const accomplice = await registerOnly(service());
    const organizationId = await organizationOf(registrant);
    const { result } = await resetWith(registrant, async () => {
      await transact([changePeople(await readOrganization(organizationId), { active: 1, owners: 0 })]);
      await joinOrganization(accomplice.userId, registrant.userId, 'admin');
    });
    await result;
    expect((await readAccount(accomplice.userId)).memberships.map(one => one.organizationId)).not.toContain(organizationId);
    expect(peopleOf(await readOrganization(organizationId))).toMatchObject({ active: 1, owners: 1 });
  });

  test('of 6 simultaneous resets with one token exactly one succeeds', async () => {
    const { email } = await registerOnly(service());
    const token = await resetToken(service(), email);
    const passwords = Array.from({ length: 6 }, (_, place) => `Simultaneous-${place}-Horse`);
    const answers = await Promise.all(
      passwords.map(password => call('POST', '/api/auth/reset-password', undefined, { token, password })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)];
    expect((await call('POST', '/api/auth', undefined, { email, password: winner })).status).toBe(200);
  });
});

test('a takeover removes more records than one transaction takes', async () => {
  const registrant = await registerOnly(service());
  const actor = await actorOf(registrant);
  const organizationId = await organizationOf(registrant);
  const organization = await readOrganization(organizationId);
  const many = Array.from({ length: 120 }, (_, place) => place);
  // The items that the use cases write, in as few transactions as possible.
  const items: Write[] = [];
  const collect = <R>(writes: Write[], result: R): Promise<R> => {
    items.push(...writes.filter(({ operation }) => operation.Put && !String(operation.Put.Item?.['sk']).startsWith('MAIL#')));
    return Promise.resolve(result);
  };
  const keys = await Promise.all(
    many.map(() => createApiToken(actor, { name: 'key', scopes: ['invoice.view'], expireAt: null }, collect)),
  );
  for (const place of many) {
    const form = { email: `p${place}-${newEmail()}`, role: 'admin' as const, allowedCompanies: [] };
    await invite(confirmed(actor), { form, organization, userId: undefined, companies: [] }, collect);
    const member: Membership = { ...(actor.membership as Membership), id: randomUUID(), userId: randomUUID(), role: 'admin' };
    items.push(put(membershipItem(member)));
  }
  for (let from = 0; from < items.length; from += 100) await transact(items.slice(from, from + 100));
  await transact([changePeople(organization, { active: many.length, owners: 0 })]);
  const mine = await takeOver('a password reset', registrant.email);
  expect(await membersOf(service(), { token: mine })).toHaveLength(1);
  expect((await call('GET', '/api/v1/invitations', mine)).body).toEqual([]);
  for (const { key } of keys.slice(0, 3).concat(keys.slice(-3)))
    expect(await call('GET', '/api/v1/me', key)).toMatchObject(UNAUTHORIZED);
  expect(peopleOf(await readOrganization(organizationId))).toMatchObject({ active: 1, owners: 1 });
});
