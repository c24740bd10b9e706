import type { Frame, Page } from 'puppeteer-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newEmail, registerOnly } from '../support/accounts.ts';
import { useBrowser } from '../support/browser/launch.ts';
import { faultsOf, reachedByTab } from '../support/browser/look.ts';
import { LONG } from '../support/effort.ts';
import { useOwnService } from '../support/service.ts';
import { useWebhooks } from '../support/webhooks/company.ts';
import { EMITTED, emit } from '../support/webhooks/emit.ts';

/** The pages of the local runtime other than /_local, which console.long.test.ts tests: accessible in light and dark, usable by the keyboard. */
const service = useOwnService();
const tab = useBrowser();
const { company, request } = useWebhooks(service);
let email: string;

beforeAll(async () => {
  email = newEmail();
  await registerOnly(service(), { email });
  const own = await company();
  await request(own, 'POST', '', { url: `${service().url}/_local/webhooks/demo`, events: [EMITTED] });
  await emit(own.company, ['client@client.example']);
  await service().idle();
});
beforeEach(() => void tab.problems.splice(0));

const open = async (path: string): Promise<void> => {
  await tab.page.goto('about:blank');
  await tab.page.goto(service().url + path);
};
const unfolded = (): Promise<unknown> =>
  tab.page.evaluate(`document.querySelectorAll('details').forEach(one => { one.open = true; })`);

/** The elements that Tab reaches first, without those that only some rows have. */
const PAGES: [path: string, title: string, reached: string[]][] = [
  ['/_local', 'Invoicing service on this machine', ['Documentation', 'OpenAPI document', 'Mailbox', 'Webhooks', 'Passkeys']],
  ['/_local/mailbox', 'Mailbox', ['Back to /_local']],
  ['/_local/webhooks', 'Webhooks', ['Back to /_local']],
  [
    '/_local/passkeys',
    'Passkeys',
    ['Back to /_local', 'Email', 'Password', 'Sign in with the password', 'Add a passkey', 'Sign in with a passkey'],
  ],
];

// In npm test, the one test of all pages in a browser: the first, and below a mail and the page that its link leads to.
describe.each(LONG ? PAGES : PAGES.slice(0, 1))('the page %s', (path, title, reached) => {
  it('is accessible and fits a telephone, in light and dark, without errors and without the network', async () => {
    await open(path);
    expect(await tab.page.title()).toBe(title);
    await unfolded();
    expect(await faultsOf(tab.page, path.replaceAll('/', '-').slice(1))).toEqual([]);
    expect(tab.problems).toEqual([]);
  });

  it('can be operated with the Tab key, in the order of the page', async () => {
    await open(path);
    expect((await reachedByTab(tab.page)).slice(0, reached.length)).toEqual(reached);
  });
});

describe('the mailbox', () => {
  it('opens a mail by the keyboard, and its link in a new page, which confirms the email', async () => {
    await open('/_local/mailbox');
    await tab.page.evaluate(
      `[...document.querySelectorAll('summary')].find(one => one.textContent.includes(${JSON.stringify(email)})).focus()`,
    );
    await tab.page.keyboard.press('Enter');
    const frame = await mailFrame();
    const link = await frame.waitForSelector('a[href*="/pages/confirm-email"]');
    const opened = new Promise<Page | null>(resolve => {
      tab.page.once('popup', resolve);
    });
    await link?.focus();
    await tab.page.keyboard.press('Enter');
    const page = await opened;
    if (!page) throw new Error('The link has opened no page.');
    const button = await page.waitForSelector('main button');
    expect(new URL(page.url()).pathname).toBe('/pages/confirm-email');
    await button?.focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('#outcome[data-kind="done"]');
    expect(tab.problems).toEqual([]);
    await page.close();
  });
});

/** The frame of the open mail. */
async function mailFrame(): Promise<Frame> {
  const element = await tab.page.waitForSelector('details[open] iframe');
  const frame = await element?.contentFrame();
  if (!frame) throw new Error('The mail has no frame.');
  return frame;
}
