import { randomUUID } from 'node:crypto';
import { expecting } from '../../../infra/local/api-client.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { changeAccount, joinOrganization, newEmail, PASSWORD, registerConfirmed, registerOnly, userIdOf } from '../accounts.ts';
import { invited, newMember } from '../organization.ts';
import { keyWith, whoAmI } from '../members.ts';
import { makeReadOnly } from '../matrix/people.ts';
import { attest, creationOptions } from '../authenticator.ts';
import { registerGuarded, wrongCode } from '../second-factor.ts';
import { withEnvironment } from './refusals-http.ts';
import type { Refusals } from './refusals.ts';
import type { Showcase } from './showcase.ts';

/** The organization of another user on the smallest plan. */
async function onFreePlan({ service }: Showcase): Promise<{ token: string; organization: string }> {
  const user = await service.newUser();
  const { organization } = await whoAmI(service, user);
  await expecting(200, 'A plan', service.api('PUT', `/_local/plans/${organization.id}`, { body: { plan: 'freemium' } }));
  return { token: user.token, organization: organization.id };
}

/** Causes of errors in accounts, members and plans. */
export const ACCOUNT_REFUSALS: Refusals = {
  plan_limit: async world => {
    const { token } = await onFreePlan(world);
    const { company } = await world.service.newCompany({ token } as never);
    return {
      ...{ method: 'POST', path: '/api/v1/webhooks', token, company },
      body: { url: 'https://receiver.example/hook', events: ['invoice.issued'] },
    };
  },
  'forbidden-sandbox_key': async ({ service, user, scope }) => {
    const body = { name: 'Shop, test', scopes: ['invoice.view'], sandbox: true };
    const made = service.api('POST', '/api/v1/api-tokens', { token: user.token, body });
    const { token } = await expecting<{ token: string }>(201, 'A key', made);
    return { method: 'GET', path: '/api/v1/invoices', token, company: scope.company };
  },
  'forbidden-account_inactive': async ({ service }) => {
    const { email, userId } = await registerConfirmed(service);
    await changeAccount(userId, { active: false });
    return { method: 'POST', path: '/api/auth', body: { email, password: PASSWORD } };
  },
  'forbidden-code': async ({ service }) => {
    const { token, userId, secret } = await registerGuarded(service);
    // An account of the identity provider has no password: deleting it is confirmed by the second factor.
    await changeAccount(userId, { passwordHash: null });
    return { method: 'DELETE', path: '/api/v1/me', token, body: { code: wrongCode(secret) } };
  },
  'forbidden-company_access': async ({ service, user, scope }) => {
    const { token } = await newMember(service, user, 'employee', [
      (await service.newCompany(user, { cif: 'RO11112222' })).company,
    ]);
    return { method: 'GET', path: '/api/v1/clients', token, company: scope.company };
  },
  'forbidden-company_read_only': async ({ service, user }) => {
    const { company } = await service.newCompany(user, { cif: 'RO33334444' });
    await makeReadOnly(company);
    return { method: 'POST', path: '/api/v1/clients', token: user.token, company, body: { name: 'Grădina Urbană SRL' } };
  },
  'forbidden-company_required': ({ user }) => ({ method: 'GET', path: '/api/v1/clients', token: user.token }),
  'forbidden-current_password': ({ user }) => ({
    ...{ method: 'PATCH', path: '/api/v1/me', token: user.token },
    body: { password: 'Another-Correct-Horse-9', currentPassword: 'not-the-password' },
  }),
  'forbidden-email_not_confirmed': async ({ service }) => {
    const { email } = await registerOnly(service);
    return { method: 'POST', path: '/api/auth', body: { email, password: PASSWORD } };
  },
  'forbidden-idp_email_not_verified': async ({ service }) => ({
    ...{ method: 'POST', path: '/api/auth/idp' },
    body: { idToken: await service.runtime.idp.token({ sub: randomUUID(), email: newEmail(), emailVerified: false }) },
  }),
  'forbidden-not_owner': async ({ service, user }) => {
    const { id } = await expecting<{ id: string }>(
      201,
      'A key',
      service.api('POST', '/api/v1/api-tokens', { token: user.token, body: { name: 'Reports', scopes: ['invoice.view'] } }),
    );
    const { token } = await newMember(service, user, 'admin');
    return { method: 'DELETE', path: `/api/v1/api-tokens/${id}`, token };
  },
  'forbidden-organization_access': async ({ service, user }) => {
    const { organization } = await whoAmI(service, await service.newUser());
    return { method: 'GET', path: '/api/v1/members', token: user.token, headers: { 'x-organization': organization.id } };
  },
  'forbidden-owner': async ({ service, user }) => {
    const { token } = await newMember(service, user, 'admin');
    const { memberId } = await newMember(service, user, 'owner');
    return { method: 'PATCH', path: `/api/v1/members/${memberId}`, token, body: { isActive: false } };
  },
  'forbidden-password': async ({ service }) => ({
    ...{ method: 'DELETE', path: '/api/v1/me', token: (await registerConfirmed(service)).token },
    body: { password: 'not-the-password' },
  }),
  'forbidden-permission': async ({ service, user, scope }) => ({
    ...{ method: 'DELETE', path: `/api/v1/clients/${randomUUID()}`, company: scope.company },
    token: await keyWith(service, user, ['client.view']),
  }),
  'forbidden-self': async ({ service, user }) => {
    const members = await expecting<{ id: string; userId: string }[]>(
      200,
      'Members',
      service.api('GET', '/api/v1/members', { token: user.token }),
    );
    const own = members.find(({ userId }) => userId === userIdOf(user.token));
    return { method: 'DELETE', path: `/api/v1/members/${own?.id}`, token: user.token };
  },
  'forbidden-session_required': async ({ service, user }) => ({
    ...{ method: 'GET', path: '/api/v1/me/sessions' },
    token: await keyWith(service, user, PERMISSIONS),
  }),
  'forbidden-token_owner': async ({ service, user }) => {
    const tokens = await expecting<{ id: string }[]>(
      200,
      'Tokens',
      service.api('GET', '/api/v1/taxauth/tokens', { token: user.token }),
    );
    const { token } = await newMember(service, user, 'admin');
    return { method: 'DELETE', path: `/api/v1/taxauth/tokens/${tokens[0]?.id}`, token };
  },
  'conflict-already_member': async ({ service, user }) => {
    const person = await registerConfirmed(service);
    const { token } = await invited(service, user, { email: person.email, role: 'employee' });
    await joinOrganization(person.userId, userIdOf(user.token), 'employee');
    return { method: 'POST', path: `/api/v1/invitations/accept/${token}`, token: person.token, spends: true };
  },
  'conflict-sole_owner': async ({ service }) => {
    const owner = await service.newUser();
    await newMember(service, owner, 'employee');
    return { method: 'DELETE', path: '/api/v1/me', token: owner.token, body: { password: owner.password } };
  },
  conflict: async ({ service }) => {
    const { token } = await registerGuarded(service);
    return { method: 'POST', path: '/api/v1/me/mfa/totp/setup', token };
  },
  'conflict-link_used': async ({ service }) => {
    const { token } = await service.newUser();
    const made = service.api('POST', '/api/v1/taxauth/token-links', { token, body: {} });
    const { linkToken } = await expecting<{ linkToken: string }>(201, 'A link', made);
    const path = `/api/connect/taxauth/link/${linkToken}`;
    const begun = await service.api('GET', path);
    const consented = await fetch(String(begun.headers.get('location')), { redirect: 'manual' });
    await service.api('GET', `/api/connect/taxauth/callback${new URL(String(consented.headers.get('location'))).search}`);
    return { method: 'GET', path };
  },
  'forbidden-user_verification': async ({ service }) => {
    const { token } = await registerConfirmed(service);
    const { response } = attest(await creationOptions(service, token), { userVerified: false });
    return { method: 'POST', path: '/api/v1/passkey/register', token, body: { name: 'Telefon', response } };
  },
  'forbidden-registration_off': () => ({
    ...{ method: 'POST', path: '/api/auth/register' },
    body: { email: newEmail(), password: PASSWORD },
    after: withEnvironment({ REGISTRATION: 'off' }),
  }),
  'forbidden-sender_not_verified': async ({ service }) => ({
    ...{ method: 'POST', path: '/api/v1/invitations', token: (await registerOnly(service)).token },
    body: { email: newEmail(), role: 'employee' },
  }),
  // The last one that needs a new login.
  'forbidden-proof_required': async ({ service }) => {
    const { token } = await registerConfirmed(service);
    await service.advance('PT11M');
    return { method: 'POST', path: '/api/v1/me/mfa/totp/setup', token, body: {} };
  },
};
