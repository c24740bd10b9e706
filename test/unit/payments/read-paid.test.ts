import { afterEach, describe, expect, it, vi } from 'vitest';
import { newId } from '#shared/base/kernel/ids.ts';
import { createChild, documentKey } from '#shared/documents/common/items.ts';
import { readPaid } from '#shared/documents/payments/read-paid.ts';
import { PAYMENTS } from '#shared/documents/payments/store.ts';
import { settledBy } from '#shared/model/amounts/payment-state.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { Payment } from '#shared/model/payment.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { sampleDocument } from '../../support/documents.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { useTable } from '../../support/table.ts';

useTable();
afterEach(() => vi.restoreAllMocks());

const company = companyScope(newId());
const payment = (more: Partial<Payment> = {}): Payment => ({
  ...{ id: newId(), invoiceId: 'i', amount: '121.00', currency: 'RON', paymentDate: '2026-03-05', paymentMethod: 'card' },
  ...{ reference: null, notes: null, isReconciled: false, createdBy: null, createdAt: '', updatedAt: '', ...more },
});
const [received, refunded] = [payment(), payment({ paysBack: true })];

/** An invoice whose payment was refunded. */
async function refundedInvoice(): Promise<string> {
  const id = newId();
  const { lines: _, ...header } = settledBy(sampleDocument({ id, companyId: company, status: 'issued' }), [received, refunded]);
  await transact([
    put({ ...documentKey(KINDS.invoice, company, id), kind: 'invoice', data: header }),
    ...[received, refunded].map(payment => createChild(PAYMENTS, company, id, payment)),
  ]);
  return id;
}

describe('readPaid', () => {
  it('reads again when a payment was recorded between the reads of the payments and of the invoice', async () => {
    const id = await refundedInvoice();
    const read = vi.spyOn(PAYMENTS, 'read').mockResolvedValueOnce([received]);
    const { invoice, payments } = (await readPaid(company, id)) ?? {};
    expect([invoice?.amountPaid, payments?.length, read.mock.calls.length]).toEqual(['0.00', 2, 2]);
  });

  it('returns an invoice whose payments do not add up when nothing has changed between two reads', async () => {
    const id = await refundedInvoice();
    const read = vi.spyOn(PAYMENTS, 'read').mockResolvedValue([received]);
    expect((await readPaid(company, id))?.payments).toEqual([received]);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('answers 503 when the payments are others at each read', async () => {
    const id = await refundedInvoice();
    vi.spyOn(PAYMENTS, 'read').mockImplementation(() => Promise.resolve([payment()]));
    await expect(readPaid(company, id)).rejects.toMatchObject({ status: 503 });
  });

  it('returns undefined for an unknown invoice', async () => {
    expect(await readPaid(company, newId())).toBeUndefined();
  });
});
