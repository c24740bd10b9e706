import { describe, expect, test } from 'vitest';
import { effectsOf } from '../../support/matrix/endpoints.ts';
import { useService } from '../../support/service.ts';
import { mailedToken, PASSWORD, registerOnly, resetMail } from '../../support/accounts.ts';
import { LANGUAGES, languageOf, visit } from './calls.ts';

/** The responses of the hosted pages of accounts. test/browser/pages tests them in a browser. */
const service = useService();

const PAGES = [
  '/pages',
  '/pages/privacy',
  '/pages/confirm-email',
  '/pages/reset-password',
  '/pages/invitations/accept',
  '/pages/settings/taxauth',
];

describe.each(PAGES)('%s', path => {
  test('responds in the language of ?lang=, else of the browser, else in Romanian', async () => {
    for (const lang of LANGUAGES) {
      const answer = await visit(service(), `${path}?lang=${lang}`);
      expect([answer.status, languageOf(answer), answer.headers.get('content-language')]).toEqual([200, lang, lang]);
    }
    expect(languageOf(await visit(service(), path, { 'accept-language': 'de-AT,en;q=0.5' }))).toBe('de');
    expect(languageOf(await visit(service(), path, { 'accept-language': 'zh' }))).toBe('ro');
    expect(languageOf(await visit(service(), `${path}?lang=xx`))).toBe('en');
  });

  test('an error is a page for browsers, and JSON for programs', async () => {
    const answer = await visit(service(), `${path}?lang=%00`, { 'accept-language': 'fr' });
    expect([answer.status, languageOf(answer)]).toEqual([422, 'fr']);
    const program = await service().api('GET', `${path}?lang=%00`);
    expect(program).toMatchObject({ status: 422, body: { error: { code: 'validation_error' } } });
  });
});

test.each(['/pages/confirm-email', '/pages/reset-password', '/pages/invitations/accept'])(
  '%s shows nothing of its query',
  async path => {
    const hostile = `"><script>alert(1)</script><a href='`;
    const { html } = await visit(service(), `${path}?token=${encodeURIComponent(hostile)}&lang=${encodeURIComponent(hostile)}`);
    expect(html).not.toContain('alert(1)');
  },
);

test('opening the links of mails changes nothing, as programs that check mails open them too', async () => {
  const person = await registerOnly(service());
  const token = await mailedToken(service(), person.email);
  for (let time = 0; time < 2; time++) expect((await visit(service(), `/pages/confirm-email#token=${token}`)).status).toBe(200);
  expect(effectsOf(service(), 'pages-confirm-email', 2)).toEqual([]);
  expect((await service().api('POST', '/api/auth', { body: { email: person.email, password: PASSWORD } })).status).toBe(403);
  expect((await service().api('POST', '/api/auth/confirm-email', { body: { token } })).status).toBe(200);

  await service().api('POST', '/api/auth/forgot-password', { body: { email: person.email } });
  const link = /https?:\S+reset-password\S+/.exec((await resetMail(service(), person.email))?.text ?? '')?.[0] ?? '';
  expect(link.startsWith(`${service().url}/pages/reset-password#token=`)).toBe(true);
  const { pathname, search } = new URL(link);
  expect((await visit(service(), pathname + search)).status).toBe(200);
  expect(effectsOf(service(), 'pages-reset-password', 1)).toEqual([]);
});
