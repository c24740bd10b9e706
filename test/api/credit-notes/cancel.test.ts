import { describe, expect, it } from 'vitest';
import { refusal } from '../../support/refusals.ts';
import type { CreditNote } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';

const { request, act, remove, inForce, detailOf, become, creditBody, sendCredit, creditIssued, credited, creditNoteOf } =
  useTrader({ connected: true });
const cancel = (id: string) => act<CreditNote>(id, 'cancel', { reason: 'Credited by mistake' });

describe('cancel, restore and delete of a credit note', () => {
  it.each(DEPTH ? (['issued', 'validated', 'error'] as const) : (['issued'] as const))(
    'cancelled from %s it restores the balance of the invoice',
    async status => {
      const invoice = await inForce();
      const note = await creditIssued(invoice);
      await become(note.id, { status });
      const { status: code, body } = await cancel(note.id);
      expect([code, body.status, body.cancellationReason]).toEqual([200, 'cancelled', 'Credited by mistake']);
      const after = await detailOf(invoice.id);
      expect(after).toMatchObject({ balance: 121, creditNotes: [{ status: 'cancelled' }] });
      expect(after.events[0]).toMatchObject({ type: 'updated', metadata: { creditNoteId: note.id, amount: -60.5 } });
    },
  );

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

  it('deleted as a draft it is removed, also from the invoice, which is not affected; otherwise 409 with its timestamps', async () => {
    const { invoice, note } = await credited();
    await become(note.id, { status: 'uploaded', submittedAt: '2026-01-02T03:04:05.000Z', taxauthUploadIndex: '5' });
    expect(refusal(await remove(note.id))).toMatchObject([
      409,
      'conflict',
      { status: 'uploaded', reason: 'not_draft', uploadedAt: '2026-01-02T03:04:05Z', taxauthUploadIndex: '5' },
    ]);
    await become(note.id, { status: 'draft', sequence: 7 });
    expect(refusal(await remove(note.id))).toMatchObject([409, 'conflict', { status: 'draft', reason: 'numbered' }]);
    await become(note.id, { status: 'draft', sequence: null, submittedAt: null, taxauthUploadIndex: null });
    expect((await remove(note.id)).status).toBe(204);
    expect((await request('GET', `/invoices/${note.id}`)).status).toBe(404);
    expect(await detailOf(invoice.id)).toMatchObject({ balance: 121, creditNotes: [], status: 'issued' });
  });

  it.runIf(DEPTH)('every response has its series with the next number of it (CRN-3, CRN-4)', async () => {
    const invoice = await inForce();
    const body = creditBody(invoice);
    const { id } = (await sendCredit(body)).body;
    const next = (answer: { body: CreditNote }) => answer.body.series?.nextNumber;
    const before = next({ body: await creditNoteOf(id) });
    expect(next(await sendCredit(body))).toBe(before);
    const issue = await act<CreditNote>(id, 'issue');
    const answers = [
      issue,
      await cancel(id),
      await act<CreditNote>(id, 'restore'),
      await act<CreditNote>(id, 'cancel-scheduled-email'),
    ];
    expect([...answers, await act<CreditNote>(id, 'upload')].map(next)).toEqual(Array<number>(5).fill(Number(before) + 1));
  });
});
