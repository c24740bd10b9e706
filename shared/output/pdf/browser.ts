import puppeteer, { type Browser, type CDPSession, type HTTPRequest, type Page } from 'puppeteer-core';
import type { SafeHtml } from '#shared/base/kernel/html.ts';
import { CARRY_FORWARD, hasSums, pageCount } from './templates/carry-forward.ts';
import { chromiumArguments, chromiumPath } from './chromium.ts';
import { TooSlow } from './too-slow.ts';

/**
 * Converts HTML to PDF with one browser per process, which stays running between renderings. The page is treated as hostile
 * although templates escape all texts: no scripts, no network, only `data:` URIs.
 */

const LAUNCH_MS = 20_000;
const PRINT_MS = 15_000;

interface Renderer {
  browser: Browser;
  page: Page;
  /** A session of the DevTools protocol: it returns a PDF in one message, while the library reads it in pieces. */
  protocol: CDPSession;
}

let renderer: Promise<Renderer> | null = null;
/** The last rendering. Pages are printed one after the other, because the browser has only one renderer. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Prints an HTML page as PDF, in the size of its `@page` rule or A4. The page itself has page numbers and running texts in margin
 * boxes. If the browser dies, it is replaced and the page is printed again.
 *
 * @param timeout milliseconds that printing may take, without the time in the queue
 * @throws TooSlow when printing takes longer
 */
export function printPage(page: SafeHtml, timeout = PRINT_MS): Promise<Uint8Array> {
  const turn = queue.then(() => printWithRetry(page.markup, timeout));
  queue = turn.catch(() => undefined);
  return turn;
}

/** Closes the browser. The next rendering starts another one. */
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
    // After any error the browser is replaced, so that nothing of this document can get into the next one.
    await discard(browser);
    if (!died) throw error;
    const next = await warm();
    return within(timeout, print(next, markup, timeout));
  }
}

function warm(): Promise<Renderer> {
  if (renderer) return renderer;
  const starting = launch();
  // Resets `renderer` only if it is still this one: a browser that was replaced may report its end late.
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
    // The browser gets commands through a pipe and exits when the pipe is closed, so it never outlives this process.
    pipe: true,
    // This process handles signals itself; the library would exit at once.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // The width of A4. At twice the resolution, letters are as wide as on paper, not whole pixels.
    defaultViewport: { width: 794, height: 1123, deviceScaleFactor: 2 },
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
  // 'aborted' cancels a navigation (`<meta http-equiv=refresh>`), while any other reason would show an error page.
  // Both calls fail if the page is closed already; then nothing was loaded either.
  await (isInline ? request.continue() : request.abort('aborted')).catch(() => undefined);
}

/** A4 in inches, for pages without a size in `@page`. */
const A4 = { paperWidth: 8.27, paperHeight: 11.69 };

/**
 * Loads the fonts of a page, for the developer tools. The browser begins that with its first layout, and does not wait: it decodes a large
 * font beside it, measures with other letters meanwhile, and may print before. Then all texts of that size and weight are missing, also
 * those that do not need the font.
 */
export const LOAD_FONTS = 'Promise.allSettled([...document.fonts].map(face => face.load())).then(faces => faces.length)';

async function print(current: Renderer, markup: string, timeout: number): Promise<Uint8Array> {
  const { page } = current;
  await page.setContent(markup, { waitUntil: 'load', timeout });
  // A page has its fonts by the medium, and on the screen it shows nothing.
  await page.emulateMediaType('print');
  try {
    await page.evaluate(LOAD_FONTS);
    if (!hasSums(markup)) return await printed(current);
    // Inserts the page totals.
    const pages = (await page.evaluate(CARRY_FORWARD)) as number;
    const pdf = await printed(current);
    if (pages === 0 || pageCount(pdf) === pages) return pdf;
    // The browser printed other pages than it measured: rather no page totals than in the middle of a page.
    await page.setContent(markup, { waitUntil: 'load', timeout });
    await page.evaluate(LOAD_FONTS);
    return await printed(current);
  } finally {
    await page.emulateMediaType();
  }
}

async function printed({ protocol }: Renderer): Promise<Uint8Array> {
  const { data } = await protocol.send('Page.printToPDF', {
    ...A4,
    preferCSSPageSize: true,
    printBackground: true,
    marginTop: 0,
    marginBottom: 0,
    marginLeft: 0,
    marginRight: 0,
    // Tagging makes the file of a document with one line 2.6 times as large, with 1,000 lines 22 times; it takes 27 % and 117 %
    // more time.
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
