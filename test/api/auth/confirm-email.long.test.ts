import { afterEach, describe, expect, test } from 'vitest';
import { changeAccount, mailedToken, newEmail, registerOnly } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';
import { authCalls } from './confirmation-calls.ts';

const service = useOwnService({ machines: [], onError: () => {} });
const { confirm, subjects } = authCalls(service);

afterEach(() => service().runtime.faults.clear());

describe('POST /api/auth/confirm-email', () => {
  test('10 simultaneous uses of one token: one 200, nine 401, one welcome mail', async () => {
    const { email } = await registerOnly(service());
    const token = await mailedToken(service(), email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm({ token })));
    expect(answers.map(answer => answer.status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 401)]);
    await service().idle();
    expect((await subjects(email)).filter(subject => subject === 'Bine ați venit')).toHaveLength(1);
  });

  test('a token mailed to an address that the account no longer has confirms nothing', async () => {
    const { userId, email } = await registerOnly(service());
    const token = await mailedToken(service(), email);
    await changeAccount(userId, { email: newEmail() });
    expect((await confirm({ token })).status).toBe(401);
  });
});
