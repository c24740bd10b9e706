import { describe, expect, it } from 'vitest';
import type { InvoiceStatus } from '#shared/model/invoice.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';

const { put, post, draft, inForce, detailOf, become, invoiceBody, issued, act, creditDraft, request } = useTrader();

const STATUSES: InvoiceStatus[] = DEPTH
  ? ['draft', 'issued', 'sent_to_provider', 'uploaded', 'validated', 'rejected', 'error']
  : ['draft', 'issued'];

describe('`remindersDisabled` of an invoice (INV-32)', () => {
  it('is false by default, and can be changed in a draft', async () => {
    expect(await draft()).toMatchObject({ remindersDisabled: false });
    const made = await post(invoiceBody({ remindersDisabled: true }));
    expect(made.body.invoice.remindersDisabled).toBe(true);
    const { id } = made.body.invoice;
    const changed = await put(id, { remindersDisabled: null, notes: 'x' });
    expect(changed.body.invoice).toMatchObject({ remindersDisabled: false, notes: 'x' });
  });

  it.each(STATUSES)('%s: a body with only this field is accepted, and the content of the invoice is unchanged', async status => {
    const { id } = await (status === 'draft' ? draft() : inForce());
    if (status !== 'draft') await become(id, { status });
    const before = await detailOf(id);
    const answer = await put(id, { remindersDisabled: true });
    expect(answer.status).toBe(200);
    expect(answer.body.validation).toHaveProperty('errors');
    const { events, updatedAt: _, ...after } = await detailOf(id);
    expect(after).toMatchObject({ remindersDisabled: true });
    const { events: known, updatedAt: __, ...same } = before;
    expect(after).toEqual({ ...same, remindersDisabled: true });
    expect(events).toHaveLength(known.length + 1);
    expect(events[0]).toMatchObject({ type: 'updated', details: 'Payment reminders switched off' });
    // The same again changes nothing; the kind of the document may be given.
    expect((await put(id, { remindersDisabled: true, isCreditNote: false, documentType: 'invoice' })).status).toBe(200);
    expect((await detailOf(id)).events).toHaveLength(known.length + 1);
    expect((await put(id, { remindersDisabled: null })).body.invoice.remindersDisabled).toBe(false);
  });

  it.runIf(DEPTH)('also while a submission to the authority is in progress', async () => {
    const { id } = await inForce();
    await become(id, { submission: { id, startedAt: '2026-01-02T03:04:05.000Z', userId: null } });
    expect((await put(id, { remindersDisabled: true })).status).toBe(200);
  });

  it.runIf(DEPTH)('cancelled: 409; with any other field, the status decides as before', async () => {
    const { id } = await inForce();
    const mixed = await put(id, { remindersDisabled: true, notes: 'x' });
    expect([mixed.status, mixed.body.error]).toMatchObject([409, { details: { status: 'issued', reason: 'not_editable' } }]);
    await act(id, 'cancel', { reason: 'Comandată de două ori' });
    const answer = await put(id, { remindersDisabled: true });
    expect([answer.status, answer.body.error]).toMatchObject([409, { details: { status: 'cancelled', reason: 'cancelled' } }]);
  });

  it.runIf(DEPTH)('files of an issued invoice are unchanged; a credit note has no reminders: 400', async () => {
    const invoice = await issued();
    await put(invoice.id, { remindersDisabled: true });
    expect(await detailOf(invoice.id)).toMatchObject({ xmlPath: invoice.xmlPath, pdfPath: invoice.pdfPath });
    const note = await creditDraft(invoice);
    expect((await put(note.id, { remindersDisabled: true })).status).toBe(400);
  });

  it.runIf(DEPTH)('the audit of the series still finds no errors', async () => {
    const invoice = await issued();
    await put(invoice.id, { remindersDisabled: true });
    const audit = await request<{ chainHolds: boolean; problems: unknown[] }>(
      'GET',
      `/document-series/${String(invoice.series?.id)}/audit`,
    );
    expect(audit.body).toMatchObject({ chainHolds: true, problems: [] });
  });
});
