import puppeteer, { type Browser, type CDPSession, type HTTPRequest, type Page } from 'puppeteer-core';
import type { SafeHtml } from '../kernel/html.ts';
import { chromiumArguments, chromiumPath } from './chromium.ts';
import { TooSlow } from './too-slow.ts';

/**
 * HTML to PDF by one browser per process, kept warm between renders. The page is treated as hostile although the template
 * escapes: no script, no network, nothing but `data:` URIs.
 */

const LAUNCH_MS = 20_000;
const PRINT_MS = 15_000;

interface Renderer {
  browser: Browser;
  page: Page;
  /** The browser's own protocol: it gives a PDF in one answer where the library reads it piece by piece. */
  protocol: CDPSession;
}

let renderer: Promise<Renderer> | null = null;
/** The render under way: pages are printed one after the other, as the browser has one renderer anyway. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Prints a page as PDF, A4 or what its `@page` rule says; page numbers and running texts are the page's own margin boxes.
 * A browser that died is replaced and the page printed again.
 *
 * @param timeout milliseconds that the printing may take once its turn has come
 * @throws TooSlow
 */
export function printPage(page: SafeHtml, timeout = PRINT_MS): Promise<Uint8Array> {
  const turn = queue.then(() => printWithRetry(page.markup, timeout));
  queue = turn.catch(() => undefined);
  return turn;
}

/** Ends the browser. The next render starts another. */
export async function closeBrowser(): Promise<void> {
  const closing = renderer;
  renderer = null;
  const current = await closing?.catch(() => null);
  await current?.browser.close().catch(() => current.browser.process()?.kill('SIGKILL'));
}

async function printWithRetry(markup: string, timeout: number): Promise<Uint8Array> {
  const current = await warm();
  const { browser } = current;
  try {
    return await within(timeout, print(current, markup, timeout));
  } catch (error) {
    const died = !browser.connected;
    // Whatever went wrong, nothing of this document may reach the next one's page.
    await discard(browser);
    if (!died) throw error;
    const next = await warm();
    return within(timeout, print(next, markup, timeout));
  }
}

function warm(): Promise<Renderer> {
  if (renderer) return renderer;
  const starting = launch();
  // Only its own end is remembered: a browser that was replaced may report late.
  const forget = (): void => {
    if (renderer === starting) renderer = null;
  };
  starting.then(({ browser }) => browser.once('disconnected', forget), forget);
  renderer = starting;
  return starting;
}

async function launch(): Promise<Renderer> {
  const browser = await puppeteer.launch({
    executablePath: await chromiumPath(),
    args: chromiumArguments(),
    headless: 'shell',
    // The browser reads its orders from a pipe and ends when the pipe does: it never outlives this process.
    pipe: true,
    // The process itself decides in which order things end; the library would exit at once.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: LAUNCH_MS,
    protocolTimeout: LAUNCH_MS,
  });
  const [page = await browser.newPage()] = await browser.pages();
  await page.setJavaScriptEnabled(false);
  await page.setOfflineMode(true);
  await page.setRequestInterception(true);
  page.on('request', request => void answer(request));
  return { browser, page, protocol: await page.createCDPSession() };
}

async function answer(request: HTTPRequest): Promise<void> {
  const isInline = request.url().startsWith('data:');
  // 'aborted' cancels a navigation (`<meta http-equiv=refresh>`) where any other reason would show an error page instead.
  // Either fails when the page is closed already: then nothing was loaded, as wanted.
  await (isInline ? request.continue() : request.abort('aborted')).catch(() => undefined);
}

/** A4 in inches, for pages that name no size. */
const A4 = { paperWidth: 8.27, paperHeight: 11.69 };

async function print({ page, protocol }: Renderer, markup: string, timeout: number): Promise<Uint8Array> {
  await page.setContent(markup, { waitUntil: 'load', timeout });
  const { data } = await protocol.send('Page.printToPDF', {
    ...A4,
    preferCSSPageSize: true,
    printBackground: true,
    marginTop: 0,
    marginBottom: 0,
    marginLeft: 0,
    marginRight: 0,
    // The structure tree makes a file of one line 2.6 times as large and one of 1,000 lines 22 times; it takes 27 and 117 % more time.
    generateTaggedPDF: false,
    transferMode: 'ReturnAsBase64',
  });
  return new Uint8Array(Buffer.from(data, 'base64'));
}

async function discard(browser: Browser): Promise<void> {
  renderer = null;
  browser.process()?.kill('SIGKILL');
  await browser.close().catch(() => undefined);
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TooSlow(milliseconds)), milliseconds);
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}
