import { describe, expect, test, afterEach } from 'vitest';
import { readAccount, findOrganization } from '#shared/platform/access/records.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { membersOf } from '#shared/platform/access/organizations.ts';
import { newEmail, PASSWORD, registerOnly, userIdOf, changeAccount, registerReady } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { authCalls } from './login-calls.ts';

const service = useService();
const { register, login, me } = authCalls(service);
afterEach(() => {
  process.env['EMAIL_CONFIRMATION'] = 'required';
});

describe('POST /api/auth/register', () => {
  test('201: tokens that work at once, the stored email, and whether it must be confirmed', async () => {
    const email = newEmail();
    const { status, body } = await register({ email: ` ${email.toUpperCase()} `, password: PASSWORD });
    expect(status).toBe(201);
    expect(body).toEqual({
      token: expect.stringMatching(/^eyJ/) as string,
      refresh_token: expect.any(String) as string,
      email,
      emailConfirmationRequired: true,
    });
    const { token } = body as { token: string };
    expect((await service().api('GET', '/api/v1/me', { token })).status).toBe(200);
  });

  test('creates an active, unconfirmed user in Bucharest time, one organization, an owner membership, and no company', async () => {
    const { userId, email, token } = await registerOnly(service(), {
      firstName: 'Ana',
      lastName: 'Pop',
      organizationName: 'Țuică SRL',
    });
    const { account, memberships } = await readAccount(userId);
    expect(account).toMatchObject({ email, active: true, emailConfirmed: false, timezone: 'Europe/Bucharest', locale: 'ro' });
    expect(memberships).toMatchObject([{ role: 'owner', isActive: true }]);
    const organizationId = memberships[0]?.organizationId ?? '';
    expect(await findOrganization(organizationId)).toMatchObject({
      name: 'Țuică SRL',
      slug: expect.stringMatching(/^tuica-srl-[a-z0-9]{6}$/) as string,
      plan: 'business',
    });
    const members = await queryItems<{ row: { userId: string } }>({ partition: membersOf(organizationId) }, { index: 'gsi1' });
    expect(members.map(member => member.row.userId)).toEqual([userId]);
    expect((await service().api('GET', '/api/v1/companies', { token })).body).toEqual([]);
  });

  test.each([
    [{ organizationName: 'Firma', firstName: 'Ana' }, 'Firma'],
    [{ firstName: 'Ana', lastName: 'Pop' }, 'Ana Pop'],
    [{ lastName: 'Pop', organizationName: ' ' }, 'Pop'],
    [{}, 'the email'],
  ])('the organization of %o is named %s', async (body, name) => {
    const { userId, email } = await registerOnly(service(), body);
    const [membership] = (await readAccount(userId)).memberships;
    const organization = await findOrganization(membership?.organizationId ?? '');
    expect(organization?.name).toBe(name === 'the email' ? email : name);
  });

  test.each([
    [{ locale: 'fr' }, 'en', 'fr'],
    [{}, 'de-AT,en;q=0.5', 'de'],
    [{}, 'zh', 'ro'],
  ])('the locale of %o with Accept-Language %s is %s', async (body, language, locale) => {
    const answer = await register({ email: newEmail(), password: PASSWORD, ...body }, { 'accept-language': language });
    expect((await readAccount(userIdOf((answer.body as { token: string }).token))).account?.locale).toBe(locale);
  });

  test('400 with details per field', async () => {
    const answer = await register({ email: 'nobody', password: 'seven77' });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      error: { code: 'bad_request', details: { email: [expect.any(String)], password: [expect.any(String)] } },
    });
  });

  test('409 for an email that is registered, in any case', async () => {
    const { email } = await registerOnly(service());
    const answer = await register({ email: email.toUpperCase(), password: PASSWORD });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ error: { code: 'conflict' } });
  });

  test('a lost response of the table registers once', async () => {
    service().runtime.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind: 'lostAnswer', times: 1 });
    const { email } = await registerOnly(service());
    await service().idle();
    expect(await service().mailbox(email)).toHaveLength(1);
  });

  test('403 when the deployment has switched registration off', async () => {
    process.env['REGISTRATION'] = 'off';
    try {
      const answer = await register({ email: newEmail(), password: PASSWORD });
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({ error: { code: 'forbidden', details: { reason: 'registration_off' } } });
    } finally {
      delete process.env['REGISTRATION'];
    }
  });

  test('takes one round trip of reads and one transaction', async () => {
    await registerOnly(service());
    const [measured] = service().runtime.meter.last(1);
    expect(measured?.route).toBe('/api/auth/register');
    expect(measured?.dynamodb).toMatchObject({ roundTrips: 2, scans: 0 });
  });
});

describe('POST /api/auth', () => {
  test('200: tokens; the email in any case and with outer spaces; the login is recorded', async () => {
    const { userId, email } = await registerReady(service());
    expect((await readAccount(userId)).account?.lastConnectedAt).toBeNull();
    const answer = await login({ email: ` ${email.toUpperCase()} `, password: PASSWORD });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      token: expect.stringMatching(/^eyJ/) as string,
      refresh_token: expect.any(String) as string,
    });
    const { token } = answer.body as { token: string };
    expect((await me(token)).body).toMatchObject({ email, lastConnectedAt: expect.any(String) as string });
  });

  test('a login never ends other sessions', async () => {
    const { email, token, refreshToken } = await registerReady(service());
    await login({ email, password: PASSWORD });
    expect((await me(token)).status).toBe(200);
    const refreshed = await service().api('POST', '/api/auth/token/refresh', { body: { refresh_token: refreshToken } });
    expect(refreshed.status).toBe(200);
  });

  test('400 without a password', async () => {
    expect(await login({ email: 'a@test.example' })).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
  });

  test('401 with one and the same body, and the same calls to the table, for an unknown email and a wrong password', async () => {
    const { email } = await registerReady(service());
    const costs: unknown[] = [];
    const answers = [];
    for (const form of [
      { email, password: 'wrong' },
      { email: newEmail(), password: PASSWORD },
    ]) {
      answers.push(await login(form));
      costs.push(
        service()
          .runtime.meter.last(1)[0]
          ?.calls.map(({ service: to, operation }) => `${to} ${operation}`)
          .toSorted(),
      );
    }
    expect(answers.map(answer => answer.status)).toEqual([401, 401]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(costs[0]).toEqual(costs[1]);
  });

  test.each(['not an address', `${'x'.repeat(3000)}@test.example`, 'ăîâșț@test.example'])(
    '401 for the impossible email %s',
    async email => {
      expect((await login({ email, password: PASSWORD })).status).toBe(401);
    },
  );

  test('401 for an account without a password', async () => {
    const { userId, email } = await registerReady(service());
    await changeAccount(userId, { passwordHash: null });
    expect((await login({ email, password: PASSWORD })).status).toBe(401);
  });

  test('403 account_inactive, only with the right password', async () => {
    const { userId, email } = await registerReady(service());
    await changeAccount(userId, { active: false });
    expect((await login({ email, password: 'wrong' })).status).toBe(401);
    expect(await login({ email, password: PASSWORD })).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden', details: { reason: 'account_inactive' } } },
    });
  });

  test('403 email_not_confirmed until the email is confirmed, only with the right password', async () => {
    const { email } = await registerOnly(service());
    expect((await login({ email, password: 'wrong' })).status).toBe(401);
    expect(await login({ email, password: PASSWORD })).toMatchObject({
      status: 403,
      body: { error: { details: { reason: 'email_not_confirmed' } } },
    });
  });

  test('with confirmation optional, an unconfirmed account logs in', async () => {
    process.env['EMAIL_CONFIRMATION'] = 'optional';
    const { email } = await registerOnly(service());
    expect((await login({ email, password: PASSWORD })).status).toBe(200);
  });

  test('a login whose commit response was lost returns tokens that work', async () => {
    const { email } = await registerReady(service());
    service().runtime.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind: 'lostAnswer', times: 1 });
    const answer = await login({ email, password: PASSWORD });
    expect(answer.status).toBe(200);
    expect((await me((answer.body as { token: string }).token)).status).toBe(200);
  });
});
