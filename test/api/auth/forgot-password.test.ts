import { describe, expect, test } from 'vitest';
import { sha256 } from '#shared/base/kernel/ids.ts';
import {
  changeAccount,
  everythingAtRest,
  newEmail,
  registerConfirmed,
  registerOnly,
  resetMail as mailTo,
} from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { authCalls } from './password-calls.ts';

const service = useService();
const { post, resetToken } = authCalls(service);

const resetMail = (email: string) => mailTo(service(), email);

describe('POST /api/auth/forgot-password', () => {
  test('200 with the same response for everybody; a mail only for an active account with a password', async () => {
    const people = await Promise.all([registerConfirmed(service()), registerConfirmed(service()), registerConfirmed(service())]);
    const [active, inactive, passwordless] = people;
    await changeAccount(inactive.userId, { active: false });
    await changeAccount(passwordless.userId, { passwordHash: null });
    const nobody = newEmail();
    const emails = [active.email.toUpperCase(), inactive.email, passwordless.email, nobody];
    const answers = [];
    for (const email of emails) answers.push(await post('/forgot-password', { email }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => ({ message: expect.any(String) as string })));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await resetMail(active.email)).toBeDefined();
    for (const email of [inactive.email, passwordless.email, nobody]) expect(await resetMail(email)).toBeUndefined();
  });

  test('the mail: a link to {app_url}/reset-password in both parts, in the language of the account', async () => {
    const { email } = await registerOnly(service(), { locale: 'en' });
    const token = await resetToken(email);
    const mail = await resetMail(email);
    const link = `${process.env['APP_URL']}/reset-password#token=${token}`;
    expect(mail).toMatchObject({ subject: 'Choose a new password', to: [email] });
    expect(mail?.text).toContain(link);
    expect(mail?.html).toContain(link);
    const { email: romanian } = await registerOnly(service());
    await resetToken(romanian);
    expect(await resetMail(romanian)).toMatchObject({ subject: 'Alegeți o parolă nouă' });
  });

  test('400 for an invalid address', async () => {
    expect(await post('/forgot-password', { email: 'not an address' })).toMatchObject({
      status: 400,
      body: { error: { code: 'bad_request' } },
    });
  });

  test('at most 3 mails an hour to one address; the response does not say so', async () => {
    const { email } = await registerConfirmed(service());
    for (let asked = 0; asked < 5; asked++) expect((await post('/forgot-password', { email })).status).toBe(200);
    await service().idle();
    const mails = (await service().mailbox(email)).filter(mail => mail.text?.includes('/reset-password'));
    expect(mails).toHaveLength(3);
  });

  test('only the hash of the token is stored', async () => {
    const { email } = await registerConfirmed(service());
    const token = await resetToken(email);
    const stored = await everythingAtRest();
    expect(stored).toContain(sha256(token));
    expect(stored).not.toContain(token);
  });
});
