import { describe, expect, it } from 'vitest';
import { everythingAtRest } from '../../support/accounts.ts';
import { codeOf, refusedFields } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import { shareLinksCalls } from './calls.ts';

const trader = useTrader();
const { service, act, draft, issued, request } = trader;
const { share, open, shared, links } = shareLinksCalls(service, trader);
const DAY = 86_400_000;

describe('POST /invoices/{uuid}/share-links (OUT-68 to OUT-70)', () => {
  it('201: id, token of 64 hex characters, url, expiry in 30 days', async () => {
    const { link } = await shared();
    expect(link.token).toMatch(/^[0-9a-f]{64}$/);
    expect(link.url.endsWith(`/share/${link.token}`)).toBe(true);
    expect(Math.abs(Date.parse(link.expiresAt) - service().runtime.clock.now() - 30 * DAY)).toBeLessThan(60_000);
  });

  it('expiryDays 1 to 365; 422 for others', async () => {
    const { id } = await issued();
    for (const expiryDays of [1, 365]) expect((await share(id, { expiryDays })).status).toBe(201);
    expect(refusedFields(await share(id, { expiryDays: 366 }))).toEqual([422, 'validation_error', ['expiryDays']]);
  });

  it('409 for a draft and for a cancelled invoice', async () => {
    const { id } = await draft();
    expect(codeOf(await share(id))).toEqual([409, 'conflict']);
    await act(id, 'cancel', { reason: 'Comandată de două ori' });
    expect((await share(id)).body.error.details).toEqual({ status: 'cancelled', reason: 'cancelled' });
  });

  it('the table contains no token', async () => {
    const { link } = await shared();
    await open(link.token);
    const table = await everythingAtRest();
    expect(table).toContain(link.id);
    expect(table).not.toContain(link.token);
  });
});

describe('GET /invoices/{uuid}/share-links', () => {
  it('returns every link, newest first, with token, status, views and creator', async () => {
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

describe('DELETE /invoices/{uuid}/share-links/{linkId}', () => {
  it('204; the link is revoked, the token is rejected; repeating it returns 204', async () => {
    const { invoice, link } = await shared();
    const revoke = () => request('DELETE', `/invoices/${invoice.id}/share-links/${link.id}`);
    expect((await revoke()).status).toBe(204);
    expect((await open(link.token)).status).toBe(404);
    const [first] = await links(invoice.id);
    expect(first).toMatchObject({ status: 'revoked', isValid: false, revokedAt: expect.any(String) as string });
    expect((await revoke()).status).toBe(204);
    expect((await links(invoice.id))[0]?.revokedAt).toBe(first?.revokedAt);
  });
});
