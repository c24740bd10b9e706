import { beforeAll, describe, expect, it } from 'vitest';
import type { Invoice } from '../../support/contract.ts';
import { creditBody, credited, type Crediting, creditingIn, sendCredit } from '../../support/credit-notes.ts';
import { become, call, detailOf, inForce, readyCompany } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { type Answer, refusal } from './calls.ts';

const service = useService();
let scope: Crediting;

beforeAll(async () => {
  scope = await creditingIn(service(), await readyCompany(service()));
});
const act = (id: string, action: string, body?: object) =>
  call<Answer>(service(), scope, 'POST', `/invoices/${id}/${action}`, body);
const cancel = (id: string) => act(id, 'cancel', { reason: 'Credited by mistake' });
const invoiced = (): Promise<Invoice> => inForce(service(), scope, { clientId: scope.clientId });

describe('What credit notes refuse the invoice', () => {
  it('cancel while one is not cancelled, a draft included: 422; then it can be', async () => {
    const { invoice, note } = await credited(service(), scope);
    expect(refusal(await cancel(invoice.id))).toMatchObject([
      422,
      'validation_error',
      { reason: 'has_credit_notes', creditNotes: [note.number] },
    ]);
    await cancel(note.id);
    expect((await cancel(invoice.id)).body.status).toBe('cancelled');
  });

  it('restore while it has one, also a cancelled one: 422 has_credit_notes (interface §restore)', async () => {
    const { invoice, note } = await credited(service(), scope);
    await cancel(note.id);
    await cancel(invoice.id);
    expect(refusal(await act(invoice.id, 'restore'))).toMatchObject([422, 'validation_error', { reason: 'has_credit_notes' }]);
  });

  it('another client or currency, when it is corrected after a refusal: 422', async () => {
    const { invoice } = await credited(service(), scope);
    await become(scope, invoice.id, { status: 'rejected' });
    const change = (body: object) => call<Answer>(service(), scope, 'PUT', `/invoices/${invoice.id}`, body);
    expect(refusal(await change({ currency: 'EUR', exchangeRate: 5 }))[0]).toBe(422);
    const { id } = await service().newClient(scope, { cui: 'RO7654321', name: 'Altul SRL' });
    expect(refusal(await change({ clientId: id }))).toMatchObject([422, 'validation_error', { clientId: [expect.any(String)] }]);
    expect((await change({ notes: 'corectată' })).status).toBe(200);
  });

  it('a cancel of it and a credit note on it at the same moment: one of the two', async () => {
    for (let round = 0; round < 8; round++) {
      const invoice = await invoiced();
      const [cancelled, created] = await Promise.all([
        cancel(invoice.id),
        sendCredit(service(), scope, creditBody(scope, invoice)),
      ]);
      expect([
        [200, 422],
        [422, 201],
      ]).toContainEqual([cancelled.status, created.status]);
      const after = await detailOf(service(), scope, invoice.id);
      expect([after.status, after.creditNotes.length]).toEqual(created.status === 201 ? ['issued', 1] : ['cancelled', 0]);
    }
  });
});
