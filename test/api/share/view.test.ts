import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../support/contract.ts';
import { useService } from '../../support/service.ts';
import { viewCalls } from './view-calls.ts';

const service = useService();

const { act, issued, share, open, shared } = viewCalls(service);

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
});
