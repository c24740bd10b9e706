import { describe, expect, test } from 'vitest';
import {
  mailedToken,
  registerOnly,
  changeAccount,
  newEmail,
  registerConfirmed,
  everythingAtRest,
} from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { mailedCalls } from './mailed-calls.ts';
import { accountMails } from '#shared/accounts/identity/account/mails.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { deliverAccountMail } from '#shared/output/mail/deliver-account.ts';
import type { MailItem } from '#shared/output/mail/requests.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { userPartition } from '#shared/platform/store/table.ts';

const service = useService();
const { confirm, resend, subjects } = mailedCalls(service);
const mailsOf = (userId: string) => queryItems<MailItem>({ partition: userPartition(userId), beginsWith: 'MAIL#' });

describe('POST /api/auth/confirm-email', () => {
  test('200 with a message: the account is confirmed and a welcome mail is sent', async () => {
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

  test('400 without a token', async () => {
    expect((await confirm({})).status).toBe(400);
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

  test('409 for another, still valid token of an account that is confirmed', async () => {
    const { email } = await registerOnly(service());
    const first = await mailedToken(service(), email);
    await resend({ email });
    const second = await mailedToken(service(), email);
    expect(second).not.toBe(first);
    expect((await confirm({ token: second })).status).toBe(200);
    expect(await confirm({ token: first })).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  });

  test('a resend does not invalidate earlier tokens', async () => {
    const { email } = await registerOnly(service());
    const first = await mailedToken(service(), email);
    await resend({ email });
    await service().idle();
    expect((await confirm({ token: first })).status).toBe(200);
  });
});

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

describe('the confirmation mail', () => {
  test.each([
    ['ro', 'Confirmați adresa de e-mail', 'Bună ziua,'],
    ['en', 'Confirm your email address', 'Hello,'],
    ['de', 'Confirm your email address', 'Hello,'],
  ])('an account in %s gets "%s", with a link of the web application', async (locale, subject, greeting) => {
    const { email } = await registerOnly(service(), { locale, firstName: 'Ana', lastName: 'Pop' });
    const token = await mailedToken(service(), email);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const [mail] = await service().mailbox(email);
    expect(mail).toMatchObject({ subject, to: [email], from: expect.stringContaining('no-reply@invoicing.example') as string });
    const link = `${process.env['APP_URL']}/confirm-email#token=${token}`;
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(greeting);
      expect(part).toContain(link);
    }
  });

  test('its token is stored only as a hash', async () => {
    const { email } = await registerOnly(service());
    const token = await mailedToken(service(), email);
    const stored = await everythingAtRest();
    expect(stored).toContain(sha256(token));
    expect(stored).not.toContain(token);
  });

  test('a redelivered message of the queue sends no second mail', async () => {
    const { userId, email } = await registerOnly(service());
    await service().idle();
    const [mail] = await mailsOf(userId);
    expect(mail?.data).toMatchObject({ state: 'sent', messageId: expect.any(String) as string });
    for (const key of [mail, mail]) if (key) await deliverAccountMail({ pk: key.pk, sk: key.sk }, accountMails);
    expect(await service().mailbox(email)).toHaveLength(1);
  });
});
