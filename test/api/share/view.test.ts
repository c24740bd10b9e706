import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../support/contract.ts';
import { useOwnService, useService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';
import { shareLinksCalls } from '../share-links/calls.ts';

/** In the long run tests turn the clock. */
const service = DEPTH ? useOwnService() : useService();

const trader = useTrader({ service, lasting: true });
const { request, act, issued } = trader;
const { share, links, open, shared } = shareLinksCalls(service, trader);

describe('GET /share/{token}', () => {
  it('200 without a credential: the document as the client may see it', async () => {
    const { invoice, link } = await shared();
    const { status, body, headers } = await open(link.token);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      invoiceNumber: invoice.number,
      issueDate: invoice.issueDate,
      total: invoice.total,
      currency: 'RON',
      hasPdf: true,
      hasXml: true,
      paymentEnabled: false,
      amountDue: invoice.total,
      amountPaid: 0,
      paidAt: null,
      expiresAt: link.expiresAt,
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(Object.keys(body).sort()).toEqual(
      [
        ...[
          'invoiceNumber',
          'issueDate',
          'dueDate',
          'total',
          'fiscalSubtotal',
          'fiscalVatTotal',
          'fiscalTotal',
          'payableTotal',
          'currency',
          'companyName',
          'senderName',
          'senderCif',
          'receiverName',
        ],
        ...['receiverCif', 'hasPdf', 'hasXml', 'expiresAt', 'paymentEnabled', 'amountDue', 'amountPaid', 'paidAt'],
      ].sort(),
    );
  });

  it('a personal number is not shown as the receiver’s tax number', async () => {
    const receiver = { clientId: null, receiverName: 'Ion Pop', receiverCif: '1800101221144' };
    const address = { receiverAddress: 'Str. Lungă 1', receiverCity: 'Brașov', receiverCounty: 'Brașov' };
    const { body: link } = await share((await issued({ ...receiver, ...address })).id);
    expect((await open(link.token)).body).toMatchObject({ receiverName: 'Ion Pop', receiverCif: null });
  });

  it('404 for a token that is unknown, malformed, or of a cancelled invoice', async () => {
    const { invoice, link } = await shared();
    await act(invoice.id, 'cancel', { reason: 'Comandată de două ori' });
    for (const token of ['0'.repeat(64), 'x', link.token]) {
      const { status, body } = await open<Refusal>(token);
      expect([status, body.error.code]).toEqual([404, 'not_found']);
    }
  });

  it.runIf(DEPTH)(
    '404 with the same body for a token that is unknown, malformed, revoked, expired, or of a cancelled invoice',
    async () => {
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
    },
  );

  it.runIf(DEPTH)(
    'a link from before a cancellation is rejected after restore and new issue; a new one is accepted',
    async () => {
      const { invoice, link } = await shared();
      for (const [action, body] of [['cancel', { reason: 'Comandată de două ori' }], ['restore'], ['issue']] as const) {
        const answer = await act(invoice.id, action, body);
        expect(answer.status, action).toBe(200);
      }
      expect((await open(link.token)).status).toBe(404);
      expect((await open((await share(invoice.id)).body.token)).status).toBe(200);
    },
  );

  it("/pdf and /xml return the owner's files", async () => {
    const { invoice, link } = await shared();
    for (const [file, type] of [
      ['pdf', 'application/pdf'],
      ['xml', 'application/xml'],
    ] as const) {
      const theirs = await open<Buffer>(link.token, `/${file}`);
      const ours = await request<Buffer>('GET', `/invoices/${invoice.id}/${file}`);
      expect([theirs.status, theirs.headers.get('content-type')]).toEqual([200, type]);
      // A PDF that is rendered again differs in its identifier.
      expect(theirs.body.length).toBe(ours.body.length);
      if (file === 'xml') expect(Buffer.compare(theirs.body, ours.body)).toBe(0);
      expect(theirs.headers.get('content-disposition')).toContain(`filename="${invoice.number}.${file}"`);
    }
  });

  it.runIf(DEPTH)('429 after 60 calls in a minute from one address, whatever the tokens', async () => {
    const { link } = await shared();
    process.env['RATE_LIMITS'] = 'on';
    try {
      const from = (address: string, token: string) =>
        service().api('GET', `/api/v1/share/${token}`, { headers: { 'x-forwarded-for': address } });
      const statuses = [];
      for (let call = 0; call < 61; call++) statuses.push((await from('198.51.100.7', '0'.repeat(64))).status);
      expect(statuses).toEqual([...Array.from({ length: 60 }, () => 404), 429]);
      expect((await from('198.51.100.7', link.token)).status).toBe(429);
      expect((await from('198.51.100.8', link.token)).status).toBe(200);
    } finally {
      process.env['RATE_LIMITS'] = 'off';
    }
  });
});
