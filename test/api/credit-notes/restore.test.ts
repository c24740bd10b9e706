import { describe, expect, it } from 'vitest';
import { refusal } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';

const { act, inForce, detailOf, creditIssued, credited } = useTrader({ connected: true });
const cancel = (id: string) => act(id, 'cancel', { reason: 'Credited by mistake' });

describe('cancel, restore and delete of a credit note', () => {
  it('restored it is a draft with its number, and credits again when it is issued again', async () => {
    const invoice = await inForce();
    const note = await creditIssued(invoice);
    await cancel(note.id);
    expect((await act(note.id, 'restore')).body).toMatchObject({
      status: 'draft',
      number: note.number,
      restoredAt: expect.any(String),
    });
    expect(await detailOf(invoice.id)).toMatchObject({ balance: 121, creditNotes: [{ status: 'draft' }] });
    expect((await act(note.id, 'issue')).body).toMatchObject({ status: 'issued', number: note.number });
    expect((await detailOf(invoice.id)).balance).toBe(60.5);
  });

  it('cannot be restored on an invoice that is cancelled: 422', async () => {
    const { invoice, note } = await credited();
    await cancel(note.id);
    await cancel(invoice.id);
    expect(refusal(await act(note.id, 'restore'))).toMatchObject([422, 'validation_error', { reason: 'parent_not_in_force' }]);
  });
});
