import { describe, expect, test } from 'vitest';
import { newEmail, PASSWORD } from '../../support/accounts.ts';
import { metricsOf } from '../../support/alarms/log-metrics.ts';
import { keyWith } from '../../support/members.ts';
import { useOwnService } from '../../support/service.ts';
import { watchLog } from './security-log-calls.ts';

/** The security events in the log: logins, refusals, changes of credentials and memberships (docs/operations/security.md, "Security events"). */

const service = useOwnService({ machines: [] });
const { api, lines, events, owner } = watchLog(service);

describe('signing in', () => {
  test('a login: the user and the session that began', async () => {
    const answer = await api('POST', '/api/auth', { body: { email: owner.email, password: PASSWORD } });
    expect(events()).toEqual([
      expect.objectContaining({
        ...{ level: 'INFO', event: 'login', outcome: 'done', status: 200, userId: owner.userId, route: 'POST /api/auth' },
        ...{ requestId: answer.headers.get('x-request-id'), sessionId: expect.any(String) as string },
      }),
    ]);
  });

  test('a rejected login: with the user id of the account, without one for an unknown email', async () => {
    await api('POST', '/api/auth', { body: { email: owner.email, password: 'Wrong-Horse-9' } });
    await api('POST', '/api/auth', { body: { email: newEmail(), password: 'Wrong-Horse-9' } });
    const refused = { level: 'WARN', event: 'login', outcome: 'refused', status: 401 };
    expect(events()).toEqual([expect.objectContaining({ ...refused, userId: owner.userId }), expect.objectContaining(refused)]);
    expect(events()[1]).not.toHaveProperty('userId');
    expect(metricsOf('auth', events())).toEqual({ 'logins-refused': [1, 1] });
  });
});

describe('rejections by any endpoint', () => {
  test('an invalid credential, a missing permission, a company of others', async () => {
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

  test('malformed requests and unknown records are no security event', async () => {
    await api('POST', '/api/auth', { body: { email: 5 } });
    await api('GET', '/api/v1/nothing', { token: owner.token });
    await api('GET', '/api/v1/organizations', { token: owner.token });
    expect(events()).toEqual([]);
  });
});

describe('changes of credentials and memberships', () => {
  test('an API key is created, changed and revoked: logged with id, user and organization; a repetition logs nothing', async () => {
    const make = () =>
      api('POST', '/api/v1/api-tokens', {
        ...{ token: owner.token, body: { name: 'Secret name', scopes: ['client.view'] } },
        headers: { 'idempotency-key': 'one' },
      });
    const { id } = (await make()).body as { id: string };
    await make();
    await api('PATCH', `/api/v1/api-tokens/${id}`, { token: owner.token, body: { name: 'Other' } });
    await api('DELETE', `/api/v1/api-tokens/${id}`, { token: owner.token });
    const about = { outcome: 'done', userId: owner.userId, organizationId: owner.organizationId, targetId: id };
    expect(events()).toEqual(
      ['api_key.created', 'api_key.changed', 'api_key.revoked'].map(
        event => expect.objectContaining({ ...about, event }) as unknown,
      ),
    );
    expect(JSON.stringify(lines)).not.toContain('Secret name');
  });
});
