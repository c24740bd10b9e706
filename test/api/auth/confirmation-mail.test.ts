import { describe, expect, test } from 'vitest';
import { accountMails } from '#shared/accounts/identity/account/mails.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { deliverAccountMail } from '#shared/output/mail/deliver-account.ts';
import type { MailItem } from '#shared/output/mail/requests.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { userPartition } from '#shared/platform/store/table.ts';
import { everythingAtRest, mailedToken, registerOnly } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';

const service = useService();
const mailsOf = (userId: string) => queryItems<MailItem>({ partition: userPartition(userId), beginsWith: 'MAIL#' });

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
