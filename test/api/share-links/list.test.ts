import { beforeAll, describe, expect, it } from 'vitest';
import type { Invoice, Refusal, ShareLink } from '../../support/contract.ts';
import { call, issued, lastingTrader } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';

const service = useService();
let scope: Scope & { clientId: string };

beforeAll(async () => {
  scope = await lastingTrader(service());
});

const newInvoice = (overrides = {}) => issued(service(), scope, { clientId: scope.clientId, ...overrides });
const share = (id: string, body: object = {}) =>
  call<ShareLink & Refusal>(service(), scope, 'POST', `/invoices/${id}/share-links`, body);
const links = async (id: string): Promise<ShareLink[]> =>
  (await call<ShareLink[]>(service(), scope, 'GET', `/invoices/${id}/share-links`)).body;

async function shared(): Promise<{ invoice: Invoice; link: ShareLink }> {
  const invoice = await newInvoice();
  return { invoice, link: (await share(invoice.id)).body };
}

describe('GET /invoices/{uuid}/share-links', () => {
  it('shows every link, newest first, with token, status, views and who made it', async () => {
    const { invoice, link } = await shared();
    const second = (await share(invoice.id)).body;
    const shown = await links(invoice.id);
    expect(shown.map(one => [one.id, one.token])).toEqual([
      [second.id, second.token],
      [link.id, link.token],
    ]);
    expect(shown[1]).toMatchObject({
      url: link.url,
      status: 'active',
      isValid: true,
      paymentEnabled: false,
      viewCount: 0,
      lastViewedAt: null,
      revokedAt: null,
      createdBy: { name: 'Ana Popescu' },
    });
  });
});
