import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll } from 'vitest';
import { chromiumArguments, chromiumPath } from '#shared/output/pdf/chromium.ts';

/** Printing cuts the browser off from every network; in these tests it can connect to this machine only. */
const isNetwork = (argument: string): boolean => /^--(host-resolver-rules|proxy-server|proxy-bypass-list)\b/.test(argument);
const ONLY_HERE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';

/** How long a step may take, in milliseconds: on a busy machine a page takes ten times as long as on a quiet one. */
const PATIENCE = 120_000;

/** A browser with one tab, for the tests of a file. */
export interface OpenBrowser {
  browser: Browser;
  page: Page;
  /** The errors of the tab: on its console, uncaught ones, and requests to other hosts than this machine. */
  problems: string[];
}

/** Opens a headless browser before the first test of a file, and closes it after the last one. */
export function useBrowser(): OpenBrowser {
  // Filled before the first test: outside of one it is empty.
  const open = {} as OpenBrowser;
  beforeAll(async () => {
    const browser = await puppeteer.launch({
      executablePath: await chromiumPath(),
      args: [...chromiumArguments().filter(argument => !isNetwork(argument)), ONLY_HERE],
      headless: 'shell',
      pipe: true,
      timeout: PATIENCE,
      protocolTimeout: PATIENCE,
    });
    const [page = await browser.newPage()] = await browser.pages();
    page.setDefaultTimeout(PATIENCE);
    Object.assign(open, { browser, page, problems: problemsOf(page) });
  }, PATIENCE);
  // Undefined if it could not start.
  afterAll(() => (open as Partial<OpenBrowser>).browser?.close());
  return open;
}

function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', message => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', error => problems.push(String(error)));
  page.on('request', request => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && !['127.0.0.1', 'localhost'].includes(url.hostname)) problems.push(`to ${url.host}`);
  });
  return problems;
}
