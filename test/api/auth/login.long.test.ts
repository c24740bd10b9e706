import { describe, expect, test } from 'vitest';
import { PASSWORD, registerConfirmed } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { authCalls } from './login-calls.ts';

const service = useService();
const { login } = authCalls(service);

describe('POST /api/auth', () => {
  test('20 simultaneous logins of one account all succeed', async () => {
    const { email } = await registerConfirmed(service());
    const answers = await Promise.all(Array.from({ length: 20 }, () => login({ email, password: PASSWORD })));
    expect(answers.map(answer => answer.status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map(answer => (answer.body as { refresh_token: string }).refresh_token)).size).toBe(20);
  });
});
