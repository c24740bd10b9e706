import puppeteer, { type Browser } from 'puppeteer-core';
import { afterEach, expect, it } from 'vitest';
import { LOAD_FONTS } from '#shared/output/pdf/browser.ts';
import { chromiumArguments, chromiumPath } from '#shared/output/pdf/chromium.ts';
import { templateOf } from '#shared/output/pdf/templates/index.ts';
import { sampleDocument, sampleSeller } from '../../support/documents.ts';
import { printedInvoice } from './sample.ts';

/** A name with letters of many slices of a large font, which no page of this browser had before. */
const name = `Țiriac ${Array.from({ length: 20 }, (_, place) => String.fromCodePoint(0x4e00 + place * 230)).join('')} SRL`;

/** The width of the seller's name, and whether a font is loading. */
const WIDTH = `(() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector('.name'));
  return [range.getBoundingClientRect().width, [...document.fonts].some(({ status }) => status !== 'loaded')];
})()`;

let browser: Browser | undefined;
afterEach(() => browser?.close());

it('the first layout for print has all fonts, also those that the browser decodes beside it', async () => {
  browser = await puppeteer.launch({
    executablePath: await chromiumPath(),
    args: chromiumArguments(),
    headless: 'shell',
    pipe: true,
  });
  const [page = await browser.newPage()] = await browser.pages();
  await page.setJavaScriptEnabled(false);
  const printed = printedInvoice(sampleDocument({ seller: sampleSeller({ name }) }));
  await page.setContent(templateOf(printed.configuration.templateSlug)(printed).markup, { waitUntil: 'load' });
  await page.emulateMediaType('print');
  expect(await page.evaluate(LOAD_FONTS)).toBeGreaterThan(2);
  const first = await page.evaluate(WIDTH);
  await new Promise(resolve => setTimeout(resolve, 100));
  expect([first, (first as [number])[0] > 250]).toEqual([await page.evaluate(WIDTH), true]);
  expect((first as [number, boolean])[1]).toBe(false);
});
