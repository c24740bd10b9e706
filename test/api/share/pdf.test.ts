import { beforeAll, describe, expect, it } from 'vitest';
import type { Invoice, Refusal, ShareLink } from '../../support/contract.ts';
import { call, issued, lastingTrader } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';
import { shareLinksCalls } from '../share-links/calls.ts';

const service = useService();
const { open } = shareLinksCalls(service);
let scope: Scope & { clientId: string };

beforeAll(async () => {
  scope = await lastingTrader(service());
});

const newInvoice = (overrides = {}) => issued(service(), scope, { clientId: scope.clientId, ...overrides });
const share = (id: string, body: object = {}) =>
  call<ShareLink & Refusal>(service(), scope, 'POST', `/invoices/${id}/share-links`, body);

async function shared(): Promise<{ invoice: Invoice; link: ShareLink }> {
  const invoice = await newInvoice();
  return { invoice, link: (await share(invoice.id)).body };
}

describe('GET /share/{token}', () => {
  it('/pdf and /xml are the files that the owner gets', async () => {
    const { invoice, link } = await shared();
    for (const [file, type] of [
      ['pdf', 'application/pdf'],
      ['xml', 'application/xml'],
    ] as const) {
      const theirs = await open<Buffer>(link.token, `/${file}`);
      const ours = await call<Buffer>(service(), scope, 'GET', `/invoices/${invoice.id}/${file}`);
      expect([theirs.status, theirs.headers.get('content-type')]).toEqual([200, type]);
      // A PDF that is printed again differs in its identifier.
      expect(theirs.body.length).toBe(ours.body.length);
      if (file === 'xml') expect(Buffer.compare(theirs.body, ours.body)).toBe(0);
      expect(theirs.headers.get('content-disposition')).toContain(`filename="${invoice.number}.${file}"`);
    }
  });
});
