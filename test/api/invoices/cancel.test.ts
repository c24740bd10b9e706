import { describe, expect, it } from 'vitest';
import type { InvoiceStatus } from '#shared/model/invoice.ts';
import { whoAmI } from '../../support/members.ts';
import { refusedFields } from '../../support/refusals.ts';
import { cancelCalls, REASON } from './cancel-calls.ts';

const { service, scope, draft, issued, detailOf, become, cancel } = cancelCalls();

describe('POST /invoices/{uuid}/cancel (INV-49 to INV-53)', () => {
  it('one that the authority has validated: with a warning that it still counts, and that it needs a credit note', async () => {
    const invoice = await issued();
    await become(invoice.id, { status: 'validated', taxauthStatus: 'validated' });
    const { status, body } = await cancel(invoice.id);
    expect([status, body.status, body.taxauthStatus]).toEqual([200, 'cancelled', 'validated']);
    expect(body.warnings).toEqual([expect.stringMatching(new RegExp(`${invoice.number} .*counts it.*credit note`))]);
    expect(await detailOf(invoice.id)).not.toHaveProperty('warnings');
  });

  it.each<InvoiceStatus>(['draft', 'issued', 'rejected', 'error'])('one that is %s: without a warning', async status => {
    const { id } = await draft();
    await become(id, { status });
    expect((await cancel(id)).body).not.toHaveProperty('warnings');
  });

  it.each<InvoiceStatus>(['draft', 'issued', 'validated', 'rejected', 'error'])('cancels from %s', async status => {
    const before = status === 'draft' ? await draft() : await issued();
    if (status !== 'draft' && status !== 'issued') await become(before.id, { status });
    const { status: code, body } = await cancel(before.id, { reason: `  ${REASON}  ` });
    const me = await whoAmI(service(), scope);
    expect(code).toBe(200);
    expect(body).toMatchObject({
      status: 'cancelled',
      number: before.number,
      cancellationReason: REASON,
      cancelledAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      cancelledBy: { id: me.id, name: 'Ana Popescu', email: expect.stringContaining('@') },
      ...{ balance: 0, total: 121, isOverdue: false },
    });
    expect(body.events[0]).toMatchObject({
      type: 'cancelled',
      status: 'cancelled',
      metadata: { reason: REASON, cancelledFromStatus: status },
      user: { id: me.id, name: 'Ana Popescu' },
    });
    const { events: _, ...stored } = await detailOf(before.id);
    const { events: __, warnings: ___, ...answered } = body;
    expect(stored).toEqual({ ...answered, series: stored.series });
  });

  it('does not change payments and the amount paid', async () => {
    const { id } = await draft({ collect: { value: 21 } });
    expect((await cancel(id)).body).toMatchObject({ amountPaid: 21, balance: 0, payments: [{ amount: 21 }] });
  });

  it.each<[InvoiceStatus, string, object]>([
    ['sent_to_provider', 'answer_pending', { uploadedAt: '2026-01-02T03:04:05Z' }],
    ['uploaded', 'answer_pending', { uploadedAt: '2026-01-02T03:04:05Z' }],
    ['cancelled', 'already_cancelled', { cancelledAt: '2026-01-02T03:04:05Z' }],
  ])('rejects from %s: 409 %s, before the reason is validated', async (status, reason, stamp) => {
    const { id } = await issued();
    const at = '2026-01-02T03:04:05.000Z';
    await become(id, { status, ...(status === 'cancelled' ? { cancelledAt: at } : { submittedAt: at }) });
    for (const body of [{ reason: REASON }, {}]) {
      const answer = await cancel(id, body);
      expect([answer.status, answer.body.error]).toMatchObject([
        409,
        { code: 'conflict', details: { status, reason, ...stamp } },
      ]);
    }
  });

  it('rejects a document received from the authority: 409', async () => {
    const { id } = await draft();
    await become(id, { status: 'synced', direction: 'incoming' });
    expect((await cancel(id)).status).toBe(409);
  });

  it('rejects a reason of 9 characters among blanks: 400, and changes nothing', async () => {
    const { id } = await draft();
    expect(refusedFields(await cancel(id, { reason: '  123456789  ' }))).toEqual([400, 'bad_request', ['reason']]);
    expect((await detailOf(id)).status).toBe('draft');
  });

  it.each([10, 500])('accepts a reason of %i characters', async length => {
    const { id } = await draft();
    expect((await cancel(id, { reason: 'x'.repeat(length) })).body.cancellationReason).toHaveLength(length);
  });
});
