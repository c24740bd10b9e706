import { afterEach, describe, expect, test } from 'vitest';
import { changeAccount, newEmail, registerConfirmed, registerOnly } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';
import { authCalls } from './confirmation-calls.ts';

const service = useOwnService({ machines: [], onError: () => {} });
const { resend, subjects } = authCalls(service);

afterEach(() => service().runtime.faults.clear());

describe('POST /api/auth/resend-confirmation', () => {
  test('200 with the same message for an unconfirmed, a confirmed and an unknown email; a mail only for the first', async () => {
    const [open, done] = [await registerOnly(service()), await registerConfirmed(service())];
    const unknown = newEmail();
    await service().idle();
    const answers = [await resend({ email: open.email }), await resend({ email: done.email }), await resend({ email: unknown })];
    expect(answers.map(answer => answer.status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(answer => JSON.stringify(answer.body))).size).toBe(1);
    await service().idle();
    expect(await subjects(open.email)).toHaveLength(2);
    expect(await subjects(done.email)).toEqual(['Confirmați adresa de e-mail', 'Bine ați venit']);
    expect(await subjects(unknown)).toEqual([]);
  });

  test('no mail for an account that is not active', async () => {
    const { userId, email } = await registerOnly(service());
    await service().idle();
    await changeAccount(userId, { active: false });
    expect((await resend({ email })).status).toBe(200);
    await service().idle();
    expect(await subjects(email)).toHaveLength(1);
  });

  test.each([{}, { email: 'nobody' }, { email: 7 }])('400 for %o', async body => {
    expect((await resend(body)).status).toBe(400);
  });

  test('at most 3 mails per hour and email, whoever asks, and the answer does not tell', async () => {
    const { email } = await registerOnly(service());
    await service().idle();
    const send = async (times: number) => {
      for (let sent = 0; sent < times; sent++) expect((await resend({ email: email.toUpperCase() })).status).toBe(200);
      await service().idle();
      return (await subjects(email)).length;
    };
    expect(await send(5)).toBe(1 + 3);
    await service().advance('PT59M');
    expect(await send(1)).toBe(1 + 3);
    await service().advance('PT2M');
    expect(await send(1)).toBe(1 + 4);
  });
});
