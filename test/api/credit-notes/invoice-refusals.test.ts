import { describe, expect, it } from 'vitest';
import { refusal } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';

const { service, scope, put, act, inForce, detailOf, become, creditBody, sendCredit, credited } = useTrader({ connected: true });
const cancel = (id: string) => act(id, 'cancel', { reason: 'Credited by mistake' });

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

  it.runIf(DEPTH)('another client or currency, when it is corrected after a rejection: 422', async () => {
    const { invoice } = await credited();
    await become(invoice.id, { status: 'rejected' });
    const change = (body: object) => put(invoice.id, body);
    expect(refusal(await change({ currency: 'EUR', exchangeRate: 5 }))[0]).toBe(422);
    const { id } = await service().newClient(scope, { cui: 'RO7654321', name: 'Altul SRL' });
    expect(refusal(await change({ clientId: id }))).toMatchObject([
      422,
      'validation_error',
      { clientId: expect.arrayContaining(['must stay the same as on the credit notes of the invoice']) },
    ]);
    expect((await change({ notes: 'corectată' })).status).toBe(200);
  });

  it.runIf(DEPTH)('of a simultaneous cancel and credit note on it, one succeeds', async () => {
    for (let round = 0; round < 8; round++) {
      const invoice = await inForce();
      const [cancelled, created] = await Promise.all([cancel(invoice.id), sendCredit(creditBody(invoice))]);
      expect([
        [200, 422],
        [422, 201],
      ]).toContainEqual([cancelled.status, created.status]);
      const after = await detailOf(invoice.id);
      expect([after.status, after.creditNotes.length]).toEqual(created.status === 201 ? ['issued', 1] : ['cancelled', 0]);
    }
  });
});
