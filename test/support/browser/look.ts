import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'puppeteer-core';

/** The look of a page: on a telephone, in light and dark, and for assistive technologies. */

const AXE = readFileSync(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** The rules that depend on colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** The width of a telephone, in CSS pixels. */
const TELEPHONE = 390;

/**
 * The rules of WCAG 2.2 A and AA, and of good practice, that the page violates, each with the elements that do.
 *
 * @param onlyColours the rules about colours, where the same page was checked in others: nothing else differs then
 */
export async function brokenRules(page: Page, { onlyColours = false } = {}): Promise<string[]> {
  // Evaluated by the developer tools, to which the page's policy does not apply.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  // Without `resultTypes`, it creates a selector for each element without violations, which takes most of the time.
  const { violations, passes } = (await page.evaluate(
    `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...(onlyColours && { runOnly: { type: 'rule', values: OF_COLOURS } }) })})`,
  )) as AxeResults;
  if (!passes.some(({ id }) => id === 'color-contrast')) return ['no text whose contrast could be measured'];
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`));
}

/**
 * The errors of the open page: it is wider than a telephone, or violates a rule of accessibility, light or dark. With
 * `SCREENSHOTS=<folder>`, pictures of it are written there, also as wide as a desk.
 */
export async function faultsOf(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.setViewport({ width: TELEPHONE, height: 844 });
    const width = (await page.evaluate('document.documentElement.scrollWidth')) as number;
    if (width > TELEPHONE) faults.push(`${scheme}: ${width} pixels wide`);
    faults.push(...(await brokenRules(page, { onlyColours: scheme === 'dark' })).map(fault => `${scheme}: ${fault}`));
    await takePicture(page, `${name}-${scheme}-telephone`);
    await page.setViewport({ width: 1100, height: 800 });
    await takePicture(page, `${name}-${scheme}`);
  }
  return faults;
}

/** Writes a picture of the page, if `SCREENSHOTS` names a folder. @param fullPage false for what the window shows */
export async function takePicture(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage });
}

/** The elements that the Tab key reaches, in order, by name: until it has come around. */
export async function reachedByTab(page: Page): Promise<string[]> {
  await page.evaluate('document.activeElement?.blur()');
  const reached: string[] = [];
  for (let press = 0; press < 40; press++) {
    await page.keyboard.press('Tab');
    const name = (await page.evaluate(
      `{ const at = document.activeElement; at === document.body ? '' : (at.labels?.[0] ?? at).textContent.replace(/\\s+/g, ' ').trim() || at.name; }`,
    )) as string;
    if (name === '' || name === reached[0]) break;
    reached.push(name);
  }
  return reached;
}
