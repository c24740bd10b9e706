import { describe, expect, it } from 'vitest';
import { isSigned, targetOf, trackedLinks, withoutTokens } from '#shared/output/mail/tracking/links.ts';

const OWN = { apiUrl: 'https://api.invoicing.example', appUrl: 'https://app.invoicing.example/start' };
const SECRET = Buffer.alloc(32, 1).toString('base64');
const TOKEN = 't'.repeat(88);

describe('links of a mail that are tracked', () => {
  it.each([
    ['https://shop.example/a b', 'https://shop.example/a%20b'],
    ['HTTPS://Shop.Example', 'https://shop.example/'],
    ['https://api.invoicing.example/pages/share/x', 'https://api.invoicing.example/pages/share/x'],
    ['https://app.invoicing.example/x', 'https://app.invoicing.example/x'],
  ])('%s', (link, target) => {
    expect(targetOf(link, OWN)).toBe(target);
  });

  it.each([
    'http://shop.example/',
    'https://user:pw@evil.example/',
    'https://app.invoicing.example@evil.example/',
    'https://user@app.invoicing.example/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://0177.0.0.1./',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]:8443/x',
    'http://app.invoicing.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    `https://shop.example/${'x'.repeat(1500)}`,
  ])('not %s', link => {
    expect(targetOf(link, OWN)).toBeUndefined();
    expect(trackedLinks(OWN, SECRET, TOKEN).through(link)).toBe(link);
  });

  it('own pages on an address, as on one machine', () => {
    const local = { apiUrl: 'http://127.0.0.1:3000', appUrl: 'http://127.0.0.1:3000/pages' };
    expect(targetOf('http://127.0.0.1:3000/pages/x', local)).toBe('http://127.0.0.1:3000/pages/x');
    expect(targetOf('http://127.0.0.1:3001/', local)).toBeUndefined();
  });
});

it('they and the image have a host of their own where there is one; the page to unsubscribe does not', () => {
  const links = trackedLinks({ ...OWN, trackingUrl: 'https://links.example' }, SECRET, TOKEN);
  const mine = `https://links.example/api/v1/t/${TOKEN}`;
  const through = new URL(links.through('https://shop.example/'));
  expect([links.picture, links.unsubscribe]).toEqual([`${mine}/open.gif`, `${OWN.apiUrl}/pages/unsubscribe/${TOKEN}`]);
  expect(through.href.split('?')[0]).toBe(`${mine}/click`);
  const signature = through.searchParams.get('signature') ?? '';
  expect(isSigned(SECRET, TOKEN, 'https://shop.example/', signature)).toBe(true);
  expect(isSigned(SECRET, 'u'.repeat(88), 'https://shop.example/', signature)).toBe(false);
  expect(isSigned(Buffer.alloc(32).toString('base64'), TOKEN, 'https://shop.example/', signature)).toBe(false);
});

it.each([
  [`https://api.invoicing.example/pages/share/${'0a'.repeat(32)}`, 'https://api.invoicing.example/pages/share/…'],
  [
    `https://api.invoicing.example/pages/unsubscribe/${TOKEN}?lang=en`,
    'https://api.invoicing.example/pages/unsubscribe/…?lang=en',
  ],
  [`https://links.example/api/v1/t/${TOKEN}/open.gif`, 'https://links.example/api/v1/t/…/open.gif'],
  [`https://shop.example/${'x'.repeat(100)}`, `https://shop.example/${'x'.repeat(100)}`],
])('a target is stored without tokens: %s', (target, stored) => {
  expect(withoutTokens(target)).toBe(stored);
});
