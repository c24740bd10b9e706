import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { confirmationText, welcomeText } from '#shared/accounts/identity/account/mails.ts';
import { asHtml, asText, mailLanguage } from '#shared/output/mail/layout.ts';
import { mimeOf } from '#shared/output/mail/send.ts';

const LINK = 'https://app.example/confirm-email?token=abc';

describe('account mails', () => {
  test.each([
    ['ro', 'ro', 'Confirmați adresa de e-mail'],
    ['en', 'en', 'Confirm your email address'],
    ['de', 'en', 'Confirm your email address'],
    ['fr', 'en', 'Confirm your email address'],
  ])('an account in %s reads %s', (locale, language, subject) => {
    expect(mailLanguage(locale)).toBe(language);
    expect(confirmationText(mailLanguage(locale), LINK).subject).toBe(subject);
  });

  test.each([
    confirmationText('ro', LINK),
    confirmationText('en', LINK),
    welcomeText('ro', 'Ana', LINK),
    welcomeText('en', 'Ana', LINK),
  ])('text and HTML of "$subject" have the same content', text => {
    const [plain, markup] = [asText(text), asHtml('ro', text)];
    for (const part of [text.greeting, ...text.paragraphs, text.action?.label ?? '', LINK, text.note ?? '']) {
      expect(plain).toContain(part);
      expect(markup).toContain(part);
    }
  });

  test('a name is text in HTML, whatever characters it has', () => {
    const markup = asHtml('en', welcomeText('en', '<img src=x onerror=alert(1)>', LINK));
    expect(markup).not.toContain('<img');
    expect(markup).toContain('&lt;img');
  });

  test('the HTML loads no external resources', () => {
    expect(asHtml('en', confirmationText('en', LINK))).not.toMatch(/src=|url\(|@import|<link|<script/i);
  });
});

describe('MIME', () => {
  const message = { to: 'ana@example.com', subject: 'Bine ați venit', text: 'Bună ziua', html: '<p>Bună ziua</p>' };

  test('has both parts, the subject and the addresses', async () => {
    const mail = await PostalMime.parse(await mimeOf(message, 'Invoicing <no-reply@example.com>'));
    expect(mail.subject).toBe(message.subject);
    expect(mail.from?.address).toBe('no-reply@example.com');
    expect(mail.to?.map(one => one.address)).toEqual([message.to]);
    expect(mail.text?.trim()).toBe(message.text);
    expect(mail.html?.trim()).toBe(message.html);
  });

  test('line breaks in a subject add no header', async () => {
    const mime = await mimeOf({ ...message, subject: 'Hello\r\nBcc: thief@example.com' }, 'no-reply@example.com');
    const mail = await PostalMime.parse(mime);
    expect(mail.headers.map(header => header.key)).not.toContain('bcc');
    expect(mail.bcc).toBeUndefined();
  });
});
