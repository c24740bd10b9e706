import { beforeAll, describe, expect, it } from 'vitest';
import type { Answered, Invoice, Refusal, ShareLink } from '../../support/contract.ts';
import { everythingAtRest } from '../../support/accounts.ts';
import { call, draft, issued, lastingTrader } from '../../support/invoices.ts';
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
const codeOf = ({ status, body }: Answered<Refusal>) => [status, body.error.code];

async function shared(): Promise<{ invoice: Invoice; link: ShareLink }> {
  const invoice = await newInvoice();
  return { invoice, link: (await share(invoice.id)).body };
}

const DAY = 86_400_000;

describe('POST /invoices/{uuid}/share-links (completions-documents §1.15)', () => {
  it('201: id, token of 64 hex characters, url, expiry in 30 days', async () => {
    const { link } = await shared();
    expect(link.token).toMatch(/^[0-9a-f]{64}$/);
    expect(link.url.endsWith(`/share/${link.token}`)).toBe(true);
    expect(Math.abs(Date.parse(link.expiresAt) - service().runtime.clock.now() - 30 * DAY)).toBeLessThan(60_000);
  });

  it('expiryDays 1 to 365; 422 for others', async () => {
    const { id } = await newInvoice();
    for (const expiryDays of [1, 365]) expect((await share(id, { expiryDays })).status).toBe(201);
    for (const expiryDays of [0, 366, 1.5, '30', null]) {
      const refused = await share(id, { expiryDays });
      expect(codeOf(refused)).toEqual([422, 'validation_error']);
      expect(Object.keys(refused.body.error.details)).toEqual(['expiryDays']);
    }
  });

  it('409 for a draft and for a cancelled invoice', async () => {
    const { id } = await draft(service(), scope, { clientId: scope.clientId });
    expect(codeOf(await share(id))).toEqual([409, 'conflict']);
    await call(service(), scope, 'POST', `/invoices/${id}/cancel`, { reason: 'Comandată de două ori' });
    expect((await share(id)).body.error.details).toEqual({ status: 'cancelled', reason: 'cancelled' });
  });

  it('the first links of a company, made at once, are all good', async () => {
    const own = await lastingTrader(service());
    const { id } = await issued(service(), own, { clientId: own.clientId });
    const made = await Promise.all(
      [1, 2, 3].map(() => call<ShareLink>(service(), own, 'POST', `/invoices/${id}/share-links`, {})),
    );
    const answers = await Promise.all(made.map(({ body }) => open(body.token)));
    expect(answers.map(answer => answer.status)).toEqual([200, 200, 200]);
  });

  it('no token lies in the table', async () => {
    const { link } = await shared();
    await open(link.token);
    const table = await everythingAtRest();
    expect(table).toContain(link.id);
    expect(table).not.toContain(link.token);
  });
});
