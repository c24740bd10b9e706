import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { passwordViolation } from '#shared/accounts/identity/passwords/password-rules.ts';
import { html } from '#shared/base/kernel/html.ts';
import { LANGUAGES } from '#shared/model/document.ts';
import { channels, luminance } from '#shared/output/pdf/configuration.ts';
import { DARK_CARD, shadesOf } from '#shared/app/pages/brand.ts';
import { COPY_SCRIPT } from '#shared/app/pages/copy-script.ts';
import { INVITATION_SCRIPT } from '#shared/app/pages/invitation/script.ts';
import { pageLanguage } from '#shared/app/pages/language.ts';
import { page } from '#shared/app/pages/page.ts';
import { REFUSALS, translatedRefusals } from '#shared/app/pages/password-field.ts';
import { FORM_SCRIPT } from '#shared/app/pages/script.ts';

const brand = { name: 'Ana & <b>Fiii</b>', logo: null, colour: '#0a7d4f' };

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('a page', () => {
  const { html: markup, headers } = page({
    language: 'ro',
    brand,
    title: '</title><script>',
    content: html`<p>${'<img src=x onerror=alert(1)>'}</p>`,
    query: { token: `a"b'&` },
    scripts: [FORM_SCRIPT],
  });

  test('all texts are escaped', () => {
    expect(markup).toContain('Ana &amp; &lt;b&gt;Fiii&lt;/b&gt;');
    expect(markup).toContain('&lt;/title&gt;&lt;script&gt;');
    expect(markup).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(markup).toContain('href="?token=a%22b%27%26&amp;lang=en"');
  });

  test('its policy has the hashes of its styles and scripts, and allows no others', () => {
    const policy = headers['content-security-policy'] ?? '';
    const hashes = [...markup.matchAll(/<(style|script)>([\s\S]*?)<\/\1>/g)].map(([, kind, text]) => [kind, hashOf(text ?? '')]);
    for (const kind of ['style', 'script']) {
      const allowed = new RegExp(`${kind}-src ([^;]+)`).exec(policy)?.[1]?.split(' ');
      expect(allowed).toEqual(hashes.filter(([one]) => one === kind).map(([, hash]) => hash));
    }
    // It would block attributes with style or script.
    expect(markup).not.toMatch(/ (style|on\w+)="/);
  });

  test('without scripts, none may run and nothing may be fetched', () => {
    const policy = page({ language: 'ro', brand, title: 'x', content: html`x` }).headers['content-security-policy'];
    expect(policy).not.toMatch(/script-src|connect-src/);
  });
});

test.each([
  ['forms', FORM_SCRIPT],
  ['buttons that copy', COPY_SCRIPT],
  ['an invitation', INVITATION_SCRIPT],
])('the script of %s is valid, and writes text only', (_, script) => {
  expect(() => new Script(script)).not.toThrow();
  expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|<\/script/i);
});

const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [one, other].map(colour => luminance(channels(colour)) + 0.05).toSorted((a, b) => b - a);
  return light / dark;
};

test.each(['#000000', '#ffffff', '#ffff00', '#1d4ed8', '#ff0000', '#7f7f7f', 'red; } body { display: none'])(
  'the colour %s is readable, light and dark',
  colour => {
    const { light, dark } = shadesOf({ ...brand, colour });
    expect(contrast(light, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dark, DARK_CARD)).toBeGreaterThanOrEqual(4.5);
  },
);

test.each([
  [undefined, undefined, 'ro'],
  ['de', 'fr', 'de'],
  ['xx', 'fr-CH, en;q=0.8', 'fr'],
  ['__proto__', 'zh', 'ro'],
])('?lang=%s and Accept-Language %s result in %s', (lang, accepted, language) => {
  expect(pageLanguage(lang, accepted)).toBe(language);
});

test('each error about a password is translated', () => {
  const email = 'ana.popescu@test.example';
  const refused = ['short', 'x'.repeat(129), email, 'password123', 'aaaaaaaaaa'].map(text => passwordViolation(text, email));
  expect(new Set(refused)).toEqual(new Set(REFUSALS));
  for (const language of LANGUAGES) expect(Object.keys(translatedRefusals(language)).toSorted()).toEqual(REFUSALS.toSorted());
});
