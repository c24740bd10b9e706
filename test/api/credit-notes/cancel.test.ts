import { describe, expect, it } from 'vitest';
import { refusal } from '../../support/refusals.ts';
import { cancelCalls } from './cancel-calls.ts';

const { inForce, detailOf, become, creditIssued, credited, cancel } = cancelCalls();

describe('cancel, restore and delete of a credit note', () => {
  it.each(['issued', 'validated', 'error'] as const)('cancelled from %s it restores the balance of the invoice', async status => {
    const invoice = await inForce();
    const note = await creditIssued(invoice);
    await become(note.id, { status });
    const { status: code, body } = await cancel(note.id);
    expect([code, body.status, body.cancellationReason]).toEqual([200, 'cancelled', 'Credited by mistake']);
    const after = await detailOf(invoice.id);
    expect(after).toMatchObject({ balance: 121, creditNotes: [{ status: 'cancelled' }] });
    expect(after.events[0]).toMatchObject({ type: 'updated', metadata: { creditNoteId: note.id, amount: -60.5 } });
  });

  it('cancelled as a draft it does not change the invoice', async () => {
    const { invoice, note } = await credited();
    expect((await cancel(note.id)).body.status).toBe('cancelled');
    const after = await detailOf(invoice.id);
    expect([after.balance, after.events.length]).toEqual([121, invoice.events.length]);
  });

  it('not while the response of the authority is pending: 409', async () => {
    const { note } = await credited();
    await become(note.id, { status: 'uploaded' });
    expect(refusal(await cancel(note.id))).toMatchObject([409, 'conflict', { status: 'uploaded', reason: 'answer_pending' }]);
  });
});
