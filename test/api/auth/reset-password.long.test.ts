import { describe, expect, test } from 'vitest';
import { registerReady } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';
import { mailedCalls } from './mailed-calls.ts';

const service = useOwnService({ machines: [] });
const { post, login, resetToken } = mailedCalls(service);

describe('POST /api/auth/reset-password', () => {
  test('of 6 simultaneous resets with one token exactly one succeeds', async () => {
    const { email } = await registerReady(service());
    const token = await resetToken(email);
    const passwords = Array.from({ length: 6 }, (_, place) => `Simultaneous-${place}-Horse`);
    const answers = await Promise.all(passwords.map(password => post('/reset-password', { token, password })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect((await login(email, winner)).status).toBe(200);
  });
});
