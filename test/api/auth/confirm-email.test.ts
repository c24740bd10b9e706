import { afterEach, describe, expect, test } from 'vitest';
import { changeAccount, mailedToken, newEmail, registerOnly } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';
import { authCalls } from './confirmation-calls.ts';

const service = useOwnService({ machines: [], onError: () => {} });
const { confirm, resend, subjects } = authCalls(service);

afterEach(() => service().runtime.faults.clear());

describe('POST /api/auth/confirm-email', () => {
  test('200 with a message: the account is confirmed and a welcome mail goes out', async () => {
    const { email, token } = await registerOnly(service());
    const answer = await confirm({ token: await mailedToken(service(), email) });
    expect(answer).toMatchObject({ status: 200, body: { message: expect.any(String) as string } });
    expect((await service().api('GET', '/api/v1/me', { token })).body).toMatchObject({
      emailConfirmed: true,
      emailVerified: true,
    });
    await service().idle();
    expect(await subjects(email)).toEqual(['Confirmați adresa de e-mail', 'Bine ați venit']);
  });

  test.each([{}, { token: 5 }, { token: null }, { token: '' }])('400 for %o', async body => {
    expect((await confirm(body)).status).toBe(400);
  });

  test.each(['unknown', '0'.repeat(64)])('401 for the unknown token %s', async token => {
    expect(await confirm({ token })).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
  });

  test('401 for a used token', async () => {
    const { email } = await registerOnly(service());
    const token = await mailedToken(service(), email);
    expect((await confirm({ token })).status).toBe(200);
    expect((await confirm({ token })).status).toBe(401);
  });

  test('401 for a token of more than 24 hours; before that it is good', async () => {
    const [early, late] = [await registerOnly(service()), await registerOnly(service())];
    const tokens = [await mailedToken(service(), early.email), await mailedToken(service(), late.email)];
    await service().advance('PT23H59M');
    expect((await confirm({ token: tokens[0] })).status).toBe(200);
    await service().advance('PT2M');
    expect((await confirm({ token: tokens[1] })).status).toBe(401);
  });

  test('409 for another, still valid token of an account that is confirmed', async () => {
    const { email } = await registerOnly(service());
    const first = await mailedToken(service(), email);
    await resend({ email });
    const second = await mailedToken(service(), email);
    expect(second).not.toBe(first);
    expect((await confirm({ token: second })).status).toBe(200);
    expect(await confirm({ token: first })).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  });

  test('a resend does not void earlier tokens', async () => {
    const { email } = await registerOnly(service());
    const first = await mailedToken(service(), email);
    await resend({ email });
    await service().idle();
    expect((await confirm({ token: first })).status).toBe(200);
  });

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
