import { describe, expect, test } from 'vitest';
import { newEmail, PASSWORD, registerReady, resetToken } from '../../support/accounts.ts';
import { invited, newMember } from '../../support/organization.ts';
import { challengeOf, codeOf, registerGuarded, wrongCode } from '../../support/second-factor.ts';
import { useOwnService } from '../../support/service.ts';
import { watchLog } from './security-log-calls.ts';

/** The security events in the log: logins, refusals, changes of credentials and memberships (docs/operations/security.md, "Security events"). */

const service = useOwnService({ machines: [] });
const { api, lines, events, owner } = watchLog(service);

describe('signing in', () => {
  test('a login with a second factor: the code is requested, rejected, then accepted', async () => {
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
    const { email, userId } = await registerReady(service());
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

describe('changes of credentials and memberships', () => {
  test('a member is invited, accepts, is changed and removed; their address is not in the log', async () => {
    const member = await newMember(service(), owner, 'employee', []);
    await api('PATCH', `/api/v1/members/${member.memberId}`, { token: owner.token, body: { role: 'accountant' } });
    await api('DELETE', `/api/v1/members/${member.memberId}`, { token: owner.token });
    const { id } = await invited(service(), owner, { email: newEmail(), role: 'employee' });
    await api('DELETE', `/api/v1/invitations/${id}`, { token: owner.token });
    const told = events().map(({ event, userId, targetId, invitationId }) => [event, userId, targetId ?? invitationId]);
    expect(events().find(({ event }) => event === 'invitation.accepted')).toMatchObject({
      organizationId: owner.organizationId,
    });
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
