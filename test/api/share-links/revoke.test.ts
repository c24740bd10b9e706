import { beforeAll, describe, expect, it } from 'vitest';
import type { Invoice, Refusal, ShareLink } from '../../support/contract.ts';
import { call, issued, lastingTrader } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';
import { shareLinksCalls } from './calls.ts';

const service = useService();
const { open } = shareLinksCalls(service);
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

describe('DELETE /invoices/{uuid}/share-links/{linkId}', () => {
  it('204; the link is revoked, the token opens nothing; again 204', async () => {
    const { invoice, link } = await shared();
    const revoke = () => call(service(), scope, 'DELETE', `/invoices/${invoice.id}/share-links/${link.id}`);
    expect((await revoke()).status).toBe(204);
    expect((await open(link.token)).status).toBe(404);
    const [first] = await links(invoice.id);
    expect(first).toMatchObject({ status: 'revoked', isValid: false, revokedAt: expect.any(String) as string });
    expect((await revoke()).status).toBe(204);
    expect((await links(invoice.id))[0]?.revokedAt).toBe(first?.revokedAt);
  });
});
