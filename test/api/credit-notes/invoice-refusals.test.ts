import { describe, expect, it } from 'vitest';
import { refusal } from '../../support/refusals.ts';
import { invoiceRefusalsCalls } from './invoice-refusals-calls.ts';

const { act, credited, cancel } = invoiceRefusalsCalls();

describe('changes of an invoice that its credit notes prevent', () => {
  it('cancel while one is not cancelled, a draft included: 422; afterwards it is possible', async () => {
    const { invoice, note } = await credited();
    expect(refusal(await cancel(invoice.id))).toMatchObject([
      422,
      'validation_error',
      { reason: 'has_credit_notes', creditNotes: [note.number] },
    ]);
    await cancel(note.id);
    expect((await cancel(invoice.id)).body.status).toBe('cancelled');
  });

  it('restore while it has one, also a cancelled one: 422 has_credit_notes (INV-54)', async () => {
    const { invoice, note } = await credited();
    await cancel(note.id);
    await cancel(invoice.id);
    expect(refusal(await act(invoice.id, 'restore'))).toMatchObject([422, 'validation_error', { reason: 'has_credit_notes' }]);
  });
});
