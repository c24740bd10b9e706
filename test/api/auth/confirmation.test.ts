import { afterEach, describe, expect, test } from 'vitest';
import { accountLetters } from '../../../shared/identity/account/mails.ts';
import { sha256 } from '../../../shared/kernel/ids.ts';
import { deliverMail } from '../../../shared/mail/deliver.ts';
import type { MailItem } from '../../../shared/mail/requests.ts';
import { queryItems } from '../../../shared/store/read.ts';
import { userPartition } from '../../../shared/store/table.ts';
import { tokenIn } from '../../../infra/local/journey.ts';
import {
  changeAccount,
  everythingAtRest,
  mailedToken,
  newEmail,
  registerConfirmed,
  registerOnly,
} from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';

const service = useService({ machines: [], onError: () => {} });
const confirm = (body: unknown) => service().api('POST', '/api/auth/confirm-email', { body });
const resend = (body: unknown) => service().api('POST', '/api/auth/resend-confirmation', { body });
const subjects = async (email: string) => (await service().mailbox(email)).map(mail => mail.subject).toReversed();
const mailsOf = (userId: string) => queryItems<MailItem>({ partition: userPartition(userId), beginsWith: 'MAIL#' });

afterEach(() => service().runtime.faults.clear());

describe('the confirmation mail', () => {
  test.each([
    ['ro', 'Confirmați adresa de e-mail', 'Bună ziua, Ana Pop,'],
    ['en', 'Confirm your email address', 'Hello Ana Pop,'],
    ['de', 'Confirm your email address', 'Hello Ana Pop,'],
  ])('an account in %s gets "%s", with a link of the web application', async (locale, subject, greeting) => {
    const { email } = await registerOnly(service(), { locale, firstName: 'Ana', lastName: 'Pop' });
    const token = await mailedToken(service(), email);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const [mail] = await service().mailbox(email);
    expect(mail).toMatchObject({ subject, to: [email], from: expect.stringContaining('no-reply@invoicing.example') as string });
    const link = `${process.env['APP_URL']}/confirm-email?token=${token}`;
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(greeting);
      expect(part).toContain(link);
    }
  });

  test('its token is at rest only as a hash', async () => {
    const { email } = await registerOnly(service());
    const token = await mailedToken(service(), email);
    const stored = await everythingAtRest();
    expect(stored).toContain(sha256(token));
    expect(stored).not.toContain(token);
  });

  test('a message of the queue that is delivered again sends no second mail', async () => {
    const { userId, email } = await registerOnly(service());
    await service().idle();
    const [mail] = await mailsOf(userId);
    expect(mail?.data).toMatchObject({ state: 'sent', messageId: expect.any(String) as string });
    for (const key of [mail, mail]) if (key) await deliverMail({ pk: key.pk, sk: key.sk }, accountLetters);
    expect(await service().mailbox(email)).toHaveLength(1);
  });

  test('a mail service that fails delays the mail, and it goes out once', async () => {
    service().runtime.faults.add({ service: 'ses', kind: 'fail', times: 3 });
    const { email } = await registerOnly(service());
    await service().idle();
    expect(await service().mailbox(email)).toHaveLength(0);
    await service().advance('PT10M');
    expect(await service().mailbox(email)).toHaveLength(1);
  });

  test('a worker that dies just before it sends leaves a mail that goes out once', async () => {
    service().runtime.faults.crash({ call: 1, when: 'before', name: 'workers-send-email', operation: 'ses.SendEmail' });
    const { email } = await registerOnly(service());
    await service().idle();
    expect(service().runtime.faults.crashed()).toBe(true);
    expect(await service().mailbox(email)).toHaveLength(0);
    await service().advance('PT10M');
    expect(await service().mailbox(email)).toHaveLength(1);
  });

  test('a worker that dies just after it sent sends again rather than never: both links work', async () => {
    service().runtime.faults.crash({ call: 1, when: 'after', name: 'workers-send-email', operation: 'ses.SendEmail' });
    const { email } = await registerOnly(service());
    await service().idle();
    await service().advance('PT10M');
    const tokens = (await service().mailbox(email)).map(tokenIn);
    expect(tokens).toHaveLength(2);
    expect((await confirm({ token: tokens[1] })).status).toBe(200);
    expect((await confirm({ token: tokens[0] })).status).toBe(409);
  });
});

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

  test('every answer was as declared', () => {
    expect(service().runtime.violations).toEqual([]);
  });
});
