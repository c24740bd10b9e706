import { describe, expect, it } from 'vitest';
import { useTrader } from '../../support/trader.ts';

const { put, inForce, issued, act, detailOf, become, creditDraft, request } = useTrader();

describe('`remindersDisabled` of an invoice (INV-32)', () => {
  it('also while a submission to the authority is in progress', async () => {
    const { id } = await inForce();
    await become(id, { submission: { id, startedAt: '2026-01-02T03:04:05.000Z', userId: null } });
    expect((await put(id, { remindersDisabled: true })).status).toBe(200);
  });

  it('cancelled: 409; with any other field, the status decides as before', async () => {
    const { id } = await inForce();
    const mixed = await put(id, { remindersDisabled: true, notes: 'x' });
    expect([mixed.status, mixed.body.error]).toMatchObject([409, { details: { status: 'issued', reason: 'not_editable' } }]);
    await act(id, 'cancel', { reason: 'Comandată de două ori' });
    const answer = await put(id, { remindersDisabled: true });
    expect([answer.status, answer.body.error]).toMatchObject([409, { details: { status: 'cancelled', reason: 'cancelled' } }]);
  });

  it('files of an issued invoice are unchanged; a credit note has no reminders: 400', async () => {
    const invoice = await issued();
    await put(invoice.id, { remindersDisabled: true });
    expect(await detailOf(invoice.id)).toMatchObject({ xmlPath: invoice.xmlPath, pdfPath: invoice.pdfPath });
    const note = await creditDraft(invoice);
    expect((await put(note.id, { remindersDisabled: true })).status).toBe(400);
  });

  it('the audit of the series still finds no errors', async () => {
    const invoice = await issued();
    await put(invoice.id, { remindersDisabled: true });
    const audit = await request<{ chainHolds: boolean; problems: unknown[] }>(
      'GET',
      `/document-series/${String(invoice.series?.id)}/audit`,
    );
    expect(audit.body).toMatchObject({ chainHolds: true, problems: [] });
  });
});
