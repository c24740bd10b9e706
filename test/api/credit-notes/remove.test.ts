import { describe, expect, it } from 'vitest';
import { refusal } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';

const { request, remove, detailOf, become, credited } = useTrader({ connected: true });

describe('cancel, restore and delete of a credit note', () => {
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
});
