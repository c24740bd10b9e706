import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDemo } from '../../infra/local/demo/demo.ts';
import { readDemo } from '../../infra/local/demo/demo-data.ts';
import { COMPANY } from '../../infra/local/demo/journey.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { useBrowser } from '../support/browser/launch.ts';
import { faultsOf } from '../support/browser/look.ts';
import { creditDraft, creditingIn } from '../support/credit-notes.ts';
import { delivering, newNote } from '../support/delivery-notes.ts';
import { newProforma, offering } from '../support/proformas.ts';
import { type Scope, useOwnService } from '../support/service.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { deliver, listedBy, supplierInvoice, synchronize } from '../support/taxauth/received.ts';

/** The page /_local, on which new users see the system work. */
const dataDir = mkdtempSync(join(tmpdir(), 'invoicing-console-'));
// Registered first, so it runs last: when the system has stopped.
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const service = useOwnService({ dataDir });
const tab = useBrowser();

beforeAll(async () => {
  await runDemo({ runtime: service().runtime, dataDir, say: () => {} });
});

const CIF = COMPANY.cif.replace('RO', '');

/** The first document of a kind. */
const rowOf = async (kind: string): Promise<{ id: string; number: string }> =>
  (await tab.page.evaluate(
    `{
      const row = [...document.querySelectorAll('#documents tr')].find(one => one.cells[0].textContent === ${JSON.stringify(kind)});
      const id = row.querySelector('button[data-key^="PDF "]').dataset.key.slice(4);
      ({ id, number: row.cells[1].textContent });
    }`,
  )) as { id: string; number: string };

/** The demo user, with the demo company. */
async function demoScope(): Promise<Scope & { clientId: string }> {
  const { email, password, companyId, clientId } = readDemo(dataDir);
  const { token } = (await service().api('POST', '/api/auth', { body: { email, password } })).body as { token: string };
  return { token, company: companyScope(companyId), clientId };
}

const text = (selector: string): Promise<string> => tab.page.$eval(selector, element => element.textContent ?? '');
/** Finds and focuses the button in one step, since the page may replace its rows at any time; they keep the focus then. */
const press = async (label: string, id = ''): Promise<void> => {
  await tab.page.waitForFunction(
    `(() => {
      const [wanted, id] = ${JSON.stringify([label, id])};
      const button = [...document.querySelectorAll('button')].find(
        one => one.textContent.trim() === wanted && !one.disabled && (id === '' || one.dataset.key.endsWith(id)),
      );
      button?.focus();
      return button !== undefined && document.activeElement === button;
    })()`,
    { timeout: 30_000 },
  );
  await tab.page.keyboard.press('Enter');
};
/** Waits until the page shows a text there: it polls every three seconds. */
const shows = (selector: string, expected: string): Promise<unknown> =>
  tab.page.waitForFunction(
    `document.querySelector(${JSON.stringify(selector)}).textContent.includes(${JSON.stringify(expected)})`,
    {
      timeout: 30_000,
      polling: 100,
    },
  );

// A browser beside other work; a few seconds on a quiet machine.
describe('the page /_local', () => {
  it('shows the demo company, the authority, mails, queues and running work, without a script or style of another origin', async () => {
    await tab.page.goto(`${service().url}/_local`);
    await shows('#documents', 'FCT-001');
    expect(await text('#documents')).toContain('validated');
    expect(await text('#company')).toContain('Atelierul de Lemn');
    expect(await text('#uploads')).toContain('FCT-001');
    expect(await text('#mails')).toContain('demo');
    expect(await text('#queues')).toMatch(/\d+ (more )?are empty/);
    expect(await text('#engines')).toContain('127.0.0.1');
    expect(await text('#requests')).toContain('/api/v1/invoices');
    expect(await text('#functions')).toMatch(/^\d{3} endpoints/);
  });

  it('takes an invoice from draft to validated by the keyboard, and shows its timeline', async () => {
    await press('Draft an invoice');
    await shows('#documents', 'DRAFT-');
    await press('Issue');
    await shows('#documents', 'FCT-002');
    await press('Submit');
    await shows('#documents tr:first-child', 'sent to provider');
    // The page polls while the clock turns; it shows each state in between.
    for (let turn = 0; turn < 4; turn++) await service().advance('PT10M');
    await shows('#documents tr:first-child', 'validated');
    await press('PDF');
    await tab.browser.waitForTarget(target => target.opener() === tab.page.target(), { timeout: 20_000 });
    // The page does not poll while another one is in front of it.
    await tab.page.bringToFront();
    expect(await text('#problem')).toBe('');
    await press('Timeline');
    await shows('#timeline', 'FCT-002');
    expect(await tab.page.$$eval('#events li', items => items.length)).toBeGreaterThanOrEqual(4);
  });

  it('shows documents of all kinds, each with its PDF and timeline, and documents received from others', async () => {
    const scope = await demoScope();
    const [invoice] = await listedBy(service(), scope, 'status=validated');
    await creditDraft(service(), await creditingIn(service(), scope), { id: invoice?.id ?? '' });
    await newProforma(service(), await offering(service(), scope));
    await newNote(service(), await delivering(service(), scope));
    await deliver(service(), { ...scope, cif: CIF }, supplierInvoice({ buyer: CIF, number: 'SUP-7' }));
    await shows('#messages', 'SUP-7');
    expect(await text('#messages')).toContain('waiting');
    await synchronize(service(), scope);
    const kinds = ['Invoice', 'Credit note', 'Proforma', 'Delivery note', 'Received invoice'];
    for (const kind of kinds) await shows('#documents', kind);
    await shows('#messages', 'fetched');
    for (const kind of kinds) {
      const { id, number } = await rowOf(kind);
      await press('Timeline', id);
      await shows('#timeline-title', number);
      await shows('#events', new Date(service().runtime.clock.now()).getUTCFullYear().toString());
      const answered = tab.page.waitForResponse(answer => answer.url().endsWith(`/${id}/pdf`));
      await press('PDF', id);
      const answer = await answered;
      expect([kind, answer.status(), answer.headers()['content-type']]).toEqual([kind, 200, 'application/pdf']);
      await tab.page.bringToFront();
    }
    expect(await text('#problem')).toBe('');
    expect(await faultsOf(tab.page, 'console')).toEqual([]);
  });

  it('shows the month of the demo company: sums of its journals, its VAT, and the journals as files', async () => {
    // By hand: the received invoice of 100.00 at 21 %.
    await shows('#journals', 'Purchases');
    expect(await text('#journals tr:last-child')).toBe('Purchasesdomestic21 %1100.0021.0021.0021.00');
    const sales = await tab.page.$$eval(
      '#journals tr',
      rows => rows.filter(({ textContent }) => textContent?.startsWith('Sales')).length,
    );
    expect(sales).toBeGreaterThan(0);
    expect(await text('#vat')).toMatch(/^VAT due [\d,.]+ lei, deductible 21\.00 lei: [\d,.-]+ lei\.$/);
    const answered = tab.page.waitForResponse(
      answer => answer.url().includes('/reports/journal?role=sale') && answer.url().endsWith('format=csv'),
    );
    await press('Sales journal (CSV)');
    const answer = await answered;
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(await text('#problem')).toBe('');
    await tab.page.evaluate(
      "{ const month = document.querySelector('#month'); month.value = '2020-01'; month.dispatchEvent(new Event('change')); }",
    );
    await shows('#journals', 'No document counts in this month.');
    expect(await faultsOf(tab.page, 'console')).toEqual([]);
  });

  it('changes the mode of the authority and the clock, and shows errors', async () => {
    await tab.page.select('#mode', 'down');
    await shows('#mode', 'down');
    await expect
      .poll(async () => ((await service().api('GET', '/_local/taxauth')).body as { mode: string }).mode, { timeout: 10_000 })
      .toBe('down');
    await service().api('PUT', '/_local/taxauth', { body: { mode: 'ok' } });
    const before = service().runtime.clock.now();
    await press('+1 day');
    await expect.poll(() => service().runtime.clock.now() - before, { timeout: 20_000 }).toBeGreaterThan(86_000_000);
    // The token has expired by the local clock: the page signs in again.
    await shows('#documents', 'FCT-002');
    expect(tab.problems.filter(problem => !problem.includes('401'))).toEqual([]);
  });

  it('dates a draft by the day in Romania, also while the day before has not ended in UTC', async () => {
    const day = addDays(new Date(service().runtime.clock.now()).toISOString().slice(0, 10), 1);
    await service().api('POST', '/_local/clock', { body: { set: `${day}T23:30:00.000Z` } });
    await press('Draft an invoice');
    await shows('#documents tr:first-child', addDays(day, 1));
    expect(await text('#documents tr:first-child')).toContain('DRAFT-');
  });

  it('cannot be read by pages of other origins', async () => {
    const answer = await fetch(`${service().url}/_local`, { headers: { origin: 'https://elsewhere.example' } });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    const own = await fetch(`${service().url}/_local`);
    expect(own.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});
