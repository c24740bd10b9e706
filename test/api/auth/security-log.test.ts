import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setLogSink } from '../../../shared/kernel/log.ts';
import { newEmail, PASSWORD, registerConfirmed, type Registered, resetToken } from '../../support/accounts.ts';
import { metricsOf } from '../../support/alarms/log-metrics.ts';
import { keyWith, whoAmI } from '../../support/members.ts';
import { invited, newMember } from '../../support/organization.ts';
import { challengeOf, codeOf, registerGuarded, wrongCode } from '../../support/second-factor.ts';
import { useOwnService } from '../../support/service.ts';

/** The security events in the log: logins, refusals, changes of credentials and memberships (docs/operations.md, "Security events"). */

const service = useOwnService({ machines: [] });
const api = (...request: Parameters<ReturnType<typeof service>['api']>) => service().api(...request);

type Line = Record<string, unknown>;
const lines: Line[] = [];
const events = (): Line[] => lines.filter(({ message }) => message === 'security');

let owner: Registered;
let organizationId: string;
beforeAll(async () => {
  service().runtime.clock.freeze(true);
  owner = await registerConfirmed(service());
  organizationId = (await whoAmI(service(), owner)).organization.id;
});
beforeEach(() => {
  lines.length = 0;
  setLogSink(line => void lines.push(JSON.parse(line) as Line));
});

describe('signing in', () => {
  test('done: whose it was, and the session that began', async () => {
    const answer = await api('POST', '/api/auth', { body: { email: owner.email, password: PASSWORD } });
    expect(events()).toEqual([
      expect.objectContaining({
        ...{ level: 'INFO', event: 'login', outcome: 'done', status: 200, userId: owner.userId, route: 'POST /api/auth' },
        ...{ requestId: answer.headers.get('x-request-id'), sessionId: expect.any(String) as string },
      }),
    ]);
  });

  test('a refused login: with the user id of the account, without one for an unknown email', async () => {
    await api('POST', '/api/auth', { body: { email: owner.email, password: 'Wrong-Horse-9' } });
    await api('POST', '/api/auth', { body: { email: newEmail(), password: 'Wrong-Horse-9' } });
    const refused = { level: 'WARN', event: 'login', outcome: 'refused', status: 401 };
    expect(events()).toEqual([expect.objectContaining({ ...refused, userId: owner.userId }), expect.objectContaining(refused)]);
    expect(events()[1]).not.toHaveProperty('userId');
    expect(metricsOf('auth', events())).toEqual({ 'logins-refused': [1, 1] });
  });

  test('a login with a second factor: the code is asked for, refused, then accepted', async () => {
    const person = await registerGuarded(service());
    lines.length = 0;
    const mfaToken = await challengeOf(service(), person.email);
    const verify = (code: string) => api('POST', '/api/auth/mfa/verify', { body: { mfaToken, code } });
    await verify(wrongCode(person.secret));
    await verify(codeOf(person.secret, 1));
    const { userId } = person;
    expect(events()).toEqual([
      expect.objectContaining({ event: 'login', outcome: 'done', secondFactor: 'asked', userId }),
      expect.objectContaining({ event: 'login.second_factor', outcome: 'refused', status: 401, userId }),
      expect.objectContaining({ event: 'login.second_factor', outcome: 'done', userId, sessionId: expect.any(String) as string }),
    ]);
    expect(events()[0]).not.toHaveProperty('sessionId');
  });

  test('a password that was reset by mail', async () => {
    const { email, userId } = await registerConfirmed(service());
    lines.length = 0;
    const token = await resetToken(service(), email);
    await api('POST', '/api/auth/reset-password', { body: { token, password: 'Another-Horse-9' } });
    await api('POST', '/api/auth/reset-password', { body: { token, password: 'Another-Horse-9' } });
    expect(events()).toEqual([
      expect.objectContaining({ event: 'password.reset_asked', outcome: 'done', userId }),
      expect.objectContaining({ event: 'password.reset', outcome: 'done', userId }),
      expect.objectContaining({ event: 'password.reset', outcome: 'refused', status: 401 }),
    ]);
  });
});

describe('refusals of any endpoint', () => {
  test('a credential that is none, a permission that is missing, a company of others', async () => {
    const key = await keyWith(service(), owner, ['client.view']);
    const scope = await service().newCompany(await service().newUser());
    lines.length = 0;
    await api('GET', '/api/v1/me', { token: 'af_0' });
    await api('GET', '/api/v1/members', { token: key });
    await api('GET', '/api/v1/clients', { token: owner.token, company: scope.company });
    await api('GET', '/api/v1/clients', { token: owner.token, company: 'secret-typed-by-mistake' });
    const { userId } = owner;
    expect(events()).toEqual([
      expect.objectContaining({ event: 'credential', outcome: 'refused', status: 401, route: 'GET /api/v1/me' }),
      expect.objectContaining({
        ...{ event: 'access', outcome: 'refused', reason: 'permission', userId, apiTokenId: expect.any(String) as string },
      }),
      expect.objectContaining({ event: 'access', reason: 'company_access', userId, namedCompanyId: scope.company }),
      expect.objectContaining({ event: 'access', reason: 'company_access', userId }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('secret-typed-by-mistake');
  });

  test('what is malformed or not found is no security event', async () => {
    await api('POST', '/api/auth', { body: { email: 5 } });
    await api('GET', '/api/v1/nothing', { token: owner.token });
    await api('GET', '/api/v1/organizations', { token: owner.token });
    expect(events()).toEqual([]);
  });
});

describe('changes of what lets people in', () => {
  test('an API key is made, changed and revoked: logged with id, user and organization; a repeat logs nothing', async () => {
    const make = () =>
      api('POST', '/api/v1/api-tokens', {
        ...{ token: owner.token, body: { name: 'Secret name', scopes: ['client.view'] } },
        headers: { 'idempotency-key': 'one' },
      });
    const { id } = (await make()).body as { id: string };
    await make();
    await api('PATCH', `/api/v1/api-tokens/${id}`, { token: owner.token, body: { name: 'Other' } });
    await api('DELETE', `/api/v1/api-tokens/${id}`, { token: owner.token });
    const about = { outcome: 'done', userId: owner.userId, organizationId, targetId: id };
    expect(events()).toEqual(
      ['api_key.created', 'api_key.changed', 'api_key.revoked'].map(
        event => expect.objectContaining({ ...about, event }) as unknown,
      ),
    );
    expect(JSON.stringify(lines)).not.toContain('Secret name');
  });

  test('a member is invited, accepts, is changed and removed; no address of theirs is in the log', async () => {
    const member = await newMember(service(), owner, 'employee', []);
    await api('PATCH', `/api/v1/members/${member.memberId}`, { token: owner.token, body: { role: 'accountant' } });
    await api('DELETE', `/api/v1/members/${member.memberId}`, { token: owner.token });
    const { id } = await invited(service(), owner, { email: newEmail(), role: 'employee' });
    await api('DELETE', `/api/v1/invitations/${id}`, { token: owner.token });
    const told = events().map(({ event, userId, targetId, invitationId }) => [event, userId, targetId ?? invitationId]);
    expect(events().find(({ event }) => event === 'invitation.accepted')).toMatchObject({ organizationId });
    const [by, any] = [owner.userId, expect.any(String) as string];
    expect(told.filter(([event]) => event !== 'account.registered')).toEqual([
      ['invitation.created', by, any],
      ['invitation.accepted', member.userId, any],
      ['member.changed', by, member.memberId],
      ['member.removed', by, member.memberId],
      ['invitation.created', by, id],
      ['invitation.cancelled', by, id],
    ]);
    expect(JSON.stringify(lines)).not.toContain('@');
  });

  test('a second factor is set up, enabled and disabled; a password is changed', async () => {
    const { token, secret, userId } = await registerGuarded(service());
    service().runtime.clock.advance('PT1M');
    await api('POST', '/api/v1/me/mfa/totp/disable', { token, body: { password: PASSWORD, code: codeOf(secret) } });
    await api('PATCH', '/api/v1/me', { token, body: { password: 'Another-Horse-9', currentPassword: PASSWORD } });
    const told = events().filter(({ event }) => /^(second|account.changed)/.test(String(event)));
    expect(told).toEqual([
      expect.objectContaining({ event: 'second_factor.set_up', outcome: 'done', userId }),
      expect.objectContaining({ event: 'second_factor.enabled', outcome: 'done', userId }),
      expect.objectContaining({ event: 'second_factor.disabled', outcome: 'done', userId }),
      expect.objectContaining({ event: 'account.changed', outcome: 'done', userId, passwordChanged: true }),
    ]);
  });
});
