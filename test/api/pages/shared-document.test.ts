import { describe, expect, test } from 'vitest';
import { useTrader } from '../../support/trader.ts';
import { shareLinksCalls } from '../share-links/calls.ts';
import { formatOf } from '#shared/output/pdf/format.ts';
import { labelsOf } from '#shared/output/pdf/labels/index.ts';
import { LANGUAGES, languageOf, visit } from './calls.ts';

/** The responses of the page of a shared document. test/browser/pages tests its look and its buttons. */
const trader = useTrader();
const { service, request } = trader;
const { links, shared } = shareLinksCalls(service, trader);

const open = (token: string, query = '') => visit(service(), `/pages/share/${token}${query}`);

describe('GET /pages/share/{token}', () => {
  test('is the target of the link, and shows the document in its language or a chosen one', async () => {
    const { invoice, link } = await shared();
    expect(link.url).toBe(`${service().url}/pages/share/${link.token}`);
    const page = await open(link.token);
    expect([page.status, languageOf(page)]).toEqual([200, 'ro']);
    expect(page.html).toContain(`<h1>Factura ${invoice.number}</h1>`);
    expect(page.html).toContain(`href="/api/v1/share/${link.token}/pdf"`);
    expect(page.html).toContain(`href="/api/v1/share/${link.token}/xml"`);
    const titles = ['Factura', 'Invoice', 'Rechnung', 'Facture'];
    for (const [at, language] of LANGUAGES.entries()) {
      const other = await open(link.token, `?lang=${language}`);
      expect([languageOf(other), other.html.includes(`<h1>${titles[at]} ${invoice.number}</h1>`)]).toEqual([language, true]);
      // Dates are as on the PDF in that language (OUT-5).
      expect(other.html).toContain(formatOf(labelsOf(language)).date(invoice.issueDate));
    }
  });

  test('every visit counts as a view, and the first is in the timeline', async () => {
    const { invoice, link } = await shared();
    await open(link.token);
    await open(link.token);
    expect((await links(invoice.id))[0]).toMatchObject({ viewCount: 2, lastViewedAt: expect.any(String) as string });
    const { body } = await request<{ type: string }[]>('GET', `/invoices/${invoice.id}/events`);
    expect(body.filter(({ type }) => type === 'viewed')).toHaveLength(1);
  });

  test('an unknown, malformed or revoked link gets the same response: 404, with a page', async () => {
    const { invoice, link } = await shared();
    await request('DELETE', `/invoices/${invoice.id}/share-links/${link.id}`);
    const pages = await Promise.all(['0'.repeat(64), 'x', link.token].map(token => open(token, '?lang=de')));
    expect(new Set(pages.map(({ status, html }) => `${status} ${html.replace(/href="\?[^"]*"/g, '')}`)).size).toBe(1);
    expect([pages[0]?.status, pages[0] && languageOf(pages[0])]).toEqual([404, 'de']);
    expect(await service().api('GET', '/pages/share/x')).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  });
});
