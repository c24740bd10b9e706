import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HTTPRequest } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PAGES } from '../../infra/docs-site/contents.ts';
import { runDemo } from '../../infra/local/demo/demo.ts';
import { readDemo } from '../../infra/local/demo/demo-data.ts';
import { useBrowser } from '../support/browser/launch.ts';
import { brokenRules, faultsOf, takePicture } from '../support/browser/look.ts';
import { useOwnService } from '../support/service.ts';

/** The documentation site, in a browser that reaches this machine only. */
const dataDir = mkdtempSync(join(tmpdir(), 'invoicing-docs-'));
// Registered first, so it runs last: when the system has stopped.
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const service = useOwnService({ dataDir });
const tab = useBrowser();

const sent: HTTPRequest[] = [];
beforeAll(async () => {
  await runDemo({ runtime: service().runtime, dataDir, say: () => {} });
  await service().api('POST', '/_local/clock', { body: { reset: true } });
  tab.page.on('request', request => new URL(request.url()).pathname.startsWith('/api/v1/') && sent.push(request));
});
beforeEach(async () => {
  sent.splice(0);
  await tab.page.setViewport({ width: 1400, height: 900 });
  await tab.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
});

const go = async (path: string): Promise<void> => {
  // A change of the fragment alone would not load the page.
  await tab.page.goto('about:blank');
  await tab.page.goto(service().url + path);
};

/** Waits until the page shows the text. */
const shows = (text: string): Promise<unknown> =>
  tab.page.waitForFunction(`document.body.innerText.includes(${JSON.stringify(text)})`, { timeout: 120_000, polling: 200 });

/** Presses the first button of these conditions in XPath. */
const press = async (conditions: string): Promise<void> => {
  const button = await tab.page.waitForSelector(`::-p-xpath(//button[${conditions}])`, { timeout: 120_000 });
  await button?.focus();
  await tab.page.keyboard.press('Enter');
};

/** Opens an operation and sends its request as the page has filled it in. */
const tryOut = async (fragment: string, path: string): Promise<void> => {
  await go(`/docs#${fragment}`);
  await press(`contains(., "Test Request")][contains(., "${path}")`);
  await press(`starts-with(normalize-space(), "Send")][contains(., "${path}")`);
};

describe('the documentation site at /docs', () => {
  it('shows the reference, accessible in light and dark, on a desktop screen and a telephone', async () => {
    // More loads than a user has logins in a minute: they use up none of them.
    for (let load = 0; load < 7; load++) {
      await go('/docs');
      await shows('Requests from this page go to the demo company');
    }
    expect(await tab.page.evaluate(`document.body.innerText.includes('its login was refused')`)).toBe(false);
    for (const value of ['light', 'dark']) {
      await tab.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
      await tab.page.waitForSelector(`body.${value}-mode`, { timeout: 120_000 });
      for (const width of [390, 1400]) {
        await tab.page.setViewport({ width, height: 900 });
        expect([value, width, await tab.page.evaluate('document.documentElement.scrollWidth')]).toEqual([value, width, width]);
        await takePicture(tab.page, `reference-${value}-${width}`, { fullPage: false });
      }
      expect([value, await brokenRules(tab.page, { onlyColours: value === 'dark' })]).toEqual([value, []]);
    }
    expect(tab.problems).toEqual([]);
  });

  it('sends a request as the demo user to the demo company, by the keyboard', async () => {
    await tryOut('tag/clients/GET/api/v1/clients', '/api/v1/clients');
    await shows('200 OK');
    await takePicture(tab.page, 'reference-list', { fullPage: false });
    const headers = sent.map(request => request.headers());
    expect(headers.map(each => [each['x-company'], each['authorization']?.slice(0, 7)])).toEqual([
      [readDemo(dataDir).companyId, 'Bearer '],
    ]);
    expect(tab.problems).toEqual([]);
  });

  it('drafts an invoice for the client of the demo company', async () => {
    await tryOut('tag/invoices/POST/api/v1/invoices', '/api/v1/invoices');
    await shows('201 Created');
    await takePicture(tab.page, 'reference-draft', { fullPage: false });
    expect(sent.map(request => request.method())).toEqual(['POST']);
    expect(tab.problems).toEqual([]);
  });

  it.each([
    ['download pdf', 'Download the PDF of an invoice'],
    ['cancel invoice', 'Cancel an invoice'],
    ['issue draft', 'Issue a draft'],
  ])('finds "%s"', async (typed, found) => {
    await go('/docs');
    await press(`contains(., "Search")`);
    const field = await tab.page.waitForSelector('input[type=search], [role=dialog] input', { timeout: 120_000 });
    await field?.type(typed);
    await tab.page.waitForSelector('[role=option]', { timeout: 120_000 });
    await takePicture(tab.page, `search-${typed.replace(' ', '-')}`, { fullPage: false });
    const titles = await tab.page.$$eval('[role=option]', options => options.map(option => option.textContent));
    expect(titles[0]).toContain(found);
    expect(tab.problems).toEqual([]);
  });

  it('has buttons that copy commands, and no lines wider than a window of 1280 pixels', async () => {
    await tab.page.setViewport({ width: 1280, height: 900 });
    const wide: string[] = [];
    for (const { path } of PAGES) {
      await go(path);
      const found = await tab.page.$$eval('pre', blocks =>
        blocks.filter(block => block.scrollWidth > block.clientWidth).map(block => block.textContent.slice(0, 60)),
      );
      wide.push(...found.map(text => `${path}: ${text}`));
    }
    expect(wide).toEqual([]);
    await go('/docs/guides/first-invoice');
    await tab.page.evaluate(`navigator.clipboard.writeText = async text => { window.copied = text; }`);
    const command = await tab.page.$eval('.frame:has(button) code', code => code.textContent.trimEnd());
    await press('.="Copy"');
    await shows('Copied');
    expect(await tab.page.evaluate('window.copied')).toBe(command);
    expect(tab.problems).toEqual([]);
  });

  it('has every page, with valid links', async () => {
    const anchors = new Map<string, string[]>();
    const links = new Set<string>();
    for (const { path } of PAGES) {
      await go(path);
      anchors.set(path, await tab.page.$$eval('[id]', elements => elements.map(({ id }) => id)));
      for (const link of await tab.page.$$eval('a', found => found.map(each => each.getAttribute('href') ?? '')))
        links.add(link.startsWith('#') ? path + link : link);
    }
    const own = [...links].filter(link => link.startsWith('/'));
    const broken = own.filter(link => {
      const [path = '', anchor] = link.split('#');
      return path !== '/docs' && !(anchor === undefined ? anchors.has(path) : anchors.get(path)?.includes(anchor));
    });
    expect(own.length).toBeGreaterThan(PAGES.length);
    expect(broken).toEqual([]);
    expect(tab.problems).toEqual([]);
  });

  it.each(PAGES.map(({ path }) => path))('is readable on a telephone, accessible in light and dark: %s', async path => {
    await go(path);
    expect(await faultsOf(tab.page, path.replaceAll('/', '-').slice(1))).toEqual([]);
    expect(tab.problems).toEqual([]);
  });

  it('has menus for the keyboard', async () => {
    await go('/docs/errors');
    await tab.page.setViewport({ width: 390, height: 800 });
    for (const key of ['Tab', 'Tab', 'Enter'] as const) await tab.page.keyboard.press(key);
    await takePicture(tab.page, 'menu-telephone', { fullPage: false });
    expect(await tab.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect((await tab.page.$$(':popover-open')).length).toBe(1);
    await tab.page.keyboard.press('Escape');
    expect((await tab.page.$$(':popover-open')).length).toBe(0);
    await tab.page.setViewport({ width: 1400, height: 900 });
    await tab.page.keyboard.press('Enter');
    await takePicture(tab.page, 'menu', { fullPage: false });
    await tab.page.keyboard.press('Tab');
    // A wait for text that begins while the page is being replaced can miss the new one.
    await Promise.all([tab.page.waitForNavigation(), tab.page.keyboard.press('Enter')]);
    await shows('From login to a validated invoice');
    expect(tab.problems).toEqual([]);
  });

  // The last one: the console of the browser notes the refused request.
  it('says that the login of the demo user was refused, and why', async () => {
    await tab.page.setRequestInterception(true);
    const refuse = (request: HTTPRequest): void =>
      void (request.url().endsWith('/api/auth')
        ? request.respond({ status: 429, headers: { 'retry-after': '42' }, body: '{"error":"Rate limit exceeded."}' })
        : request.continue());
    tab.page.on('request', refuse);
    try {
      await go('/docs');
      await shows('its login was refused (429 Rate limit exceeded. Wait 42 seconds.)');
    } finally {
      tab.page.off('request', refuse);
      await tab.page.setRequestInterception(false);
    }
  });
});
