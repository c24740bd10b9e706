import { beforeAll, describe, expect, it } from 'vitest';
import type { CreditNote, Invoice } from '../../support/contract.ts';
import { creditBody, credited, creditIssued, type Crediting, creditingIn, sendCredit } from '../../support/credit-notes.ts';
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
const read = async (id: string) => (await call<CreditNote>(service(), scope, 'GET', `/invoices/${id}`)).body;
const invoiced = (): Promise<Invoice> => inForce(service(), scope, { clientId: scope.clientId });

describe('Cancel, restore and delete of a credit note', () => {
  beforeAll(async () => {
    scope = await creditingIn(service(), await readyCompany(service()));
  });

  it.each(['issued', 'validated', 'error'] as const)(
    'cancelled from %s it gives back to the invoice what it took',
    async status => {
      const invoice = await invoiced();
      const note = await creditIssued(service(), scope, invoice);
      await become(scope, note.id, { status });
      const { status: code, body } = await cancel(note.id);
      expect([code, body.status, body.cancellationReason]).toEqual([200, 'cancelled', 'Credited by mistake']);
      const after = await detailOf(service(), scope, invoice.id);
      expect(after).toMatchObject({ balance: 121, creditNotes: [{ status: 'cancelled' }] });
      expect(after.events[0]).toMatchObject({ type: 'updated', metadata: { creditNoteId: note.id, amount: -60.5 } });
    },
  );

  it('every answer shows its series with the next number of it (interface §Credit note)', async () => {
    const invoice = await invoiced();
    const body = creditBody(scope, invoice);
    const { id } = (await sendCredit(service(), scope, body)).body;
    const next = (answer: { body: CreditNote }) => answer.body.series?.nextNumber;
    const before = next({ body: await read(id) });
    expect(next(await sendCredit(service(), scope, body))).toBe(before);
    const issue = await act(id, 'issue');
    const answers = [issue, await cancel(id), await act(id, 'restore'), await act(id, 'cancel-scheduled-email')];
    expect([...answers, await act(id, 'upload')].map(next)).toEqual(Array<number>(5).fill(Number(before) + 1));
  });

  it('cancelled as a draft it leaves the invoice as it is', async () => {
    const { invoice, note } = await credited(service(), scope);
    expect((await cancel(note.id)).body.status).toBe('cancelled');
    const after = await detailOf(service(), scope, invoice.id);
    expect([after.balance, after.events.length]).toEqual([121, invoice.events.length]);
  });

  it('not while the answer of the authority is pending: 409', async () => {
    const { note } = await credited(service(), scope);
    await become(scope, note.id, { status: 'uploaded' });
    expect(refusal(await cancel(note.id))).toMatchObject([409, 'conflict', { status: 'uploaded', reason: 'answer_pending' }]);
  });
});
