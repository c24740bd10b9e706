import { describe, expect, it } from 'vitest';
import type { CreditNote } from '../../support/contract.ts';
import { cancelCalls } from './cancel-calls.ts';

const { act, inForce, detailOf, become, creditBody, sendCredit, creditIssued, creditNoteOf, cancel } = cancelCalls();

describe('Cancel, restore and delete of a credit note', () => {
  it.each(['validated', 'error'] as const)('cancelled from %s it gives back to the invoice what it took', async status => {
    const invoice = await inForce();
    const note = await creditIssued(invoice);
    await become(note.id, { status });
    const { status: code, body } = await cancel(note.id);
    expect([code, body.status, body.cancellationReason]).toEqual([200, 'cancelled', 'Credited by mistake']);
    const after = await detailOf(invoice.id);
    expect(after).toMatchObject({ balance: 121, creditNotes: [{ status: 'cancelled' }] });
    expect(after.events[0]).toMatchObject({ type: 'updated', metadata: { creditNoteId: note.id, amount: -60.5 } });
  });

  it('every answer shows its series with the next number of it (interface §Credit note)', async () => {
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
