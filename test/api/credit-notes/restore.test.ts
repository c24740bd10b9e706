import { beforeAll, describe, expect, it } from 'vitest';
import type { Invoice } from '../../support/contract.ts';
import { credited, creditIssued, type Crediting, creditingIn } from '../../support/credit-notes.ts';
import { call, detailOf, inForce, readyCompany } from '../../support/invoices.ts';
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

describe('Cancel, restore and delete of a credit note', () => {
  beforeAll(async () => {
    scope = await creditingIn(service(), await readyCompany(service()));
  });

  it('restored it is a draft with its number, and credits again when it is issued again', async () => {
    const invoice = await invoiced();
    const note = await creditIssued(service(), scope, invoice);
    await cancel(note.id);
    expect((await act(note.id, 'restore')).body).toMatchObject({
      status: 'draft',
      number: note.number,
      restoredAt: expect.any(String),
    });
    expect(await detailOf(service(), scope, invoice.id)).toMatchObject({ balance: 121, creditNotes: [{ status: 'draft' }] });
    expect((await act(note.id, 'issue')).body).toMatchObject({ status: 'issued', number: note.number });
    expect((await detailOf(service(), scope, invoice.id)).balance).toBe(60.5);
  });

  it('not restored on an invoice that is cancelled: 422', async () => {
    const { invoice, note } = await credited(service(), scope);
    await cancel(note.id);
    await cancel(invoice.id);
    expect(refusal(await act(note.id, 'restore'))).toMatchObject([422, 'validation_error', { reason: 'parent_not_in_force' }]);
  });
});
