import { describe, expect, it } from 'vitest';
import { refusal } from '../../support/refusals.ts';
import type { CreditNote } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';
import { LONG } from '../../support/effort.ts';

const { act, inForce, detailOf, become, creditBody, sendCredit, creditIssued, credited, creditNoteOf } = useTrader({
  connected: true,
});
const cancel = (id: string) => act<CreditNote>(id, 'cancel', { reason: 'Credited by mistake' });

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

describe.runIf(LONG)('cancel, restore and delete of a credit note', () => {
  it('every response has its series with the next number of it (CRN-3, CRN-4)', async () => {
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
