import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../support/contract.ts';
import { useOwnService } from '../../support/service.ts';
import { viewCalls } from './view-calls.ts';

const service = useOwnService();

const { request, act, issued, share, links, open, shared } = viewCalls(service);

describe('GET /share/{token}', () => {
  it('404 with the same body for a token that is unknown, malformed, revoked, expired, or of a cancelled invoice', async () => {
    const [revoked, cancelled] = [await shared(), await shared()];
    const short = await issued();
    const expired = (await share(short.id, { expiryDays: 1 })).body;
    await request('DELETE', `/invoices/${revoked.invoice.id}/share-links/${revoked.link.id}`);
    await act(cancelled.invoice.id, 'cancel', { reason: 'Comandată de două ori' });
    await service().advance('P1DT1M');
    const tokens = [
      '0'.repeat(64),
      'x',
      revoked.link.token,
      expired.token,
      cancelled.link.token,
      revoked.link.token.toUpperCase(),
    ];
    for (const file of ['', '/pdf', '/xml']) {
      const answers = await Promise.all(tokens.map(token => open<Refusal>(token, file)));
      expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
      expect(answers[0]?.status).toBe(404);
    }
    expect((await links(short.id))[0]).toMatchObject({ status: 'expired', isValid: false, revokedAt: null });
    expect((await links(cancelled.invoice.id))[0]).toMatchObject({ status: 'revoked', isValid: false });
  });

  it('a link from before a cancellation is rejected after restore and new issue; a new one is accepted', async () => {
    const { invoice, link } = await shared();
    for (const [action, body] of [['cancel', { reason: 'Comandată de două ori' }], ['restore'], ['issue']] as const) {
      const answer = await act(invoice.id, action, body);
      expect(answer.status, action).toBe(200);
    }
    expect((await open(link.token)).status).toBe(404);
    expect((await open((await share(invoice.id)).body.token)).status).toBe(200);
  });
});
