import { describe, expect, it } from 'vitest';
import type { CreditNote } from '../../support/contract.ts';
import { updateCalls } from './update-calls.ts';

const { request, detailOf, creditBody, sendCredit, credited, line } = updateCalls();

describe('PUT /invoices/{uuid} of a credit note (CRN-23 to CRN-27)', () => {
  it('the whole credit note is replaced: fields that the body leaves out get their defaults again', async () => {
    const own = await credited({ notes: 'Notă', mentions: 'M', invoiceTypeCode: '384' });
    const { body } = await sendCredit(creditBody(own.invoice), own.note.id);
    expect(body).toMatchObject({ notes: null, mentions: null, invoiceTypeCode: '381', exchangeRate: 1 });
  });

  it('credits above the total are a warning, its own former total not counted', async () => {
    const own = await credited({ lines: [line({ quantity: -9 })] });
    const send = (quantity: number) => sendCredit(creditBody(own.invoice, { lines: [line({ quantity })] }), own.note.id);
    expect((await send(-10)).body.warnings).toBeUndefined();
    expect((await send(-10.01)).body.warnings).toEqual([expect.stringContaining('121.12')]);
  });

  it('20 simultaneous updates: all succeed, the last one wins, an event each', async () => {
    const own = await credited();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        sendCredit(creditBody(own.invoice, { lines: [line({ unitPrice: place + 1 })] }), own.note.id),
      ),
    );
    expect(answers.map(answer => answer.status)).toEqual(Array<number>(20).fill(200));
    const { body } = await request<CreditNote>('GET', `/invoices/${own.note.id}`);
    expect(body.events.filter(one => one.type === 'updated')).toHaveLength(20);
    expect(body.lines).toHaveLength(1);
    expect((await detailOf(own.invoice.id)).creditNotes).toMatchObject([{ total: Number(body.total) }]);
  });
});
