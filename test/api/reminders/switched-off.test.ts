import { describe, expect, it } from 'vitest';
import type { InvoiceStatus } from '#shared/model/invoice.ts';
import { useTrader } from '../../support/trader.ts';

const { put, post, draft, inForce, detailOf, become, invoiceBody } = useTrader();

describe('`remindersDisabled` of an invoice (INV-32)', () => {
  it('is false by default, and can be changed in a draft', async () => {
    expect(await draft()).toMatchObject({ remindersDisabled: false });
    const made = await post(invoiceBody({ remindersDisabled: true }));
    expect(made.body.invoice.remindersDisabled).toBe(true);
    const { id } = made.body.invoice;
    const changed = await put(id, { remindersDisabled: null, notes: 'x' });
    expect(changed.body.invoice).toMatchObject({ remindersDisabled: false, notes: 'x' });
  });

  it.each<InvoiceStatus>(['draft', 'issued', 'sent_to_provider', 'uploaded', 'validated', 'rejected', 'error'])(
    '%s: a body with only this field is accepted, and the content of the invoice is unchanged',
    async status => {
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
    },
  );
});
