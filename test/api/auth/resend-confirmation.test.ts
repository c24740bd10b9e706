import { describe, expect, test } from 'vitest';
import { changeAccount, newEmail, registerConfirmed, registerOnly } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { authCalls } from './confirmation-calls.ts';

const service = useService();
const { resend, subjects } = authCalls(service);

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

  test('at most 3 mails to one email, and the response does not reveal it', async () => {
    const { email } = await registerOnly(service());
    await service().idle();
    for (let sent = 0; sent < 5; sent++) expect((await resend({ email: email.toUpperCase() })).status).toBe(200);
    await service().idle();
    expect(await subjects(email)).toHaveLength(1 + 3);
  });

  test('400 for an invalid address', async () => {
    expect((await resend({ email: 'nobody' })).status).toBe(400);
  });
});
