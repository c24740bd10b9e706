import { describe, expect, test } from 'vitest';
import { readAccount } from '#shared/platform/access/records.ts';
import { newEmail, PASSWORD, userIdOf, registerReady } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { authCalls } from './login-calls.ts';

const service = useService();
const { register, login } = authCalls(service);

describe('POST /api/auth/register', () => {
  test('20 simultaneous registrations of one email create one account and return 409 19 times', async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 20 }, () => register({ email, password: PASSWORD })));
    expect(answers.map(answer => answer.status).toSorted()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    await service().idle();
    expect(await service().mailbox(email)).toHaveLength(1);
  });

  test('a registration that lost leaves no records: every account has its email, organization and membership', async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 8 }, () => register({ email, password: PASSWORD })));
    const winner = answers.find(answer => answer.status === 201)?.body as { token: string };
    const { account, memberships } = await readAccount(userIdOf(winner.token));
    expect(account?.email).toBe(email);
    expect(memberships).toHaveLength(1);
    const login = await service().api('POST', '/api/auth/token/refresh', {
      body: { refresh_token: (winner as { refresh_token?: string }).refresh_token },
    });
    expect(login.status).toBe(200);
  });
});

describe('POST /api/auth', () => {
  test('20 simultaneous logins of one account all succeed', async () => {
    const { email } = await registerReady(service());
    const answers = await Promise.all(Array.from({ length: 20 }, () => login({ email, password: PASSWORD })));
    expect(answers.map(answer => answer.status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map(answer => (answer.body as { refresh_token: string }).refresh_token)).size).toBe(20);
  });
});
