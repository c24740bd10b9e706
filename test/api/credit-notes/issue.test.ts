import { describe, expect, it } from 'vitest';
import { refusal } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';

const { act, issued, inForce, detailOf, file, become, creditIssued, credited, creditNoteOf, scope, creditDraft } = useTrader({
  connected: true,
});

const lines = (quantity: number, unitPrice = 10) => [{ description: 'Retur', quantity, unitPrice, vatRateId: scope.vat21 }];

describe('issue of a credit note', () => {
  it('numbers it in its own series, settles it, and makes XML of type 381 that refers to the invoice (BG-3)', async () => {
    const invoice = await issued();
    const note = await creditIssued(invoice);
    expect(note).toMatchObject({ status: 'issued', number: 'NC-001', xmlGenerated: true, total: '-60.50' });
    expect(note.series).toMatchObject({ prefix: 'NC', nextNumber: 2 });
    const xml = (await file(note.id, 'xml')).body.toString();
    expect(xml).toMatch(/<CreditNote /);
    expect(xml).toContain('<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>');
    expect(xml.replace(/\s+/g, '')).toContain(
      `<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>${invoice.number}</cbc:ID><cbc:IssueDate>${String(invoice.issueDate)}</cbc:IssueDate>`,
    );
    expect(xml).toContain('<cbc:PayableAmount currencyID="RON">60.50</cbc:PayableAmount>');
    expect((await file(note.id, 'pdf')).body.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('reduces the balance of the invoice by its total; status and amountPaid stay, with an event on both', async () => {
    const invoice = await inForce();
    const note = await creditIssued(invoice);
    const after = await detailOf(invoice.id);
    expect(after).toMatchObject({
      ...{ status: 'issued', balance: 60.5, amountPaid: 0, paymentStatus: 'unpaid', paidAt: null, total: 121 },
      creditNotes: [{ uuid: note.id, number: note.number, status: 'issued', total: -60.5 }],
    });
    expect(after.events[0]).toMatchObject({
      ...{ type: 'updated', status: null },
      metadata: { creditNoteId: note.id, creditNoteNumber: note.number, amount: 60.5, currency: 'RON' },
    });
    expect((await creditNoteOf(note.id)).events.map(one => one.type)).toContain('status_change');
  });

  it('rejects a credit note that became invalid meanwhile: the parent cancelled, or issued later: 422', async () => {
    const { invoice, note } = await credited();
    await become(invoice.id, { status: 'cancelled' });
    expect(refusal(await act(note.id, 'issue'))).toMatchObject([422, 'validation_error', { reason: 'parent_not_in_force' }]);
    await become(invoice.id, { status: 'issued', issueDate: '2099-01-01' });
    expect(refusal(await act(note.id, 'issue'))).toMatchObject([422, 'validation_error', { issueDate: [expect.any(String)] }]);
  });

  it('rejects one that is no draft: 409', async () => {
    const { note } = await credited();
    for (const status of ['issued', 'uploaded', 'cancelled'] as const) {
      await become(note.id, { status });
      expect(refusal(await act(note.id, 'issue'))).toMatchObject([409, 'conflict', { status }]);
    }
  });

  it.runIf(DEPTH)('the balance is never below 0, whatever is credited and paid (SET-2)', async () => {
    const invoice = await inForce({ collect: { value: 100 } });
    await creditIssued(invoice, { lines: lines(-20) });
    expect(await detailOf(invoice.id)).toMatchObject({
      balance: 0,
      amountPaid: 100,
      paymentStatus: 'paid',
    });
  });

  it.runIf(DEPTH)(
    '16 simultaneous credit notes of one invoice: consecutive numbers, and all of them reduce the balance',
    async () => {
      const invoice = await inForce();
      const notes = await Promise.all(
        Array.from({ length: 16 }, (_, place) => creditDraft(invoice, { lines: lines(-1, (100 + place) / 100) })),
      );
      const answers = await Promise.all(notes.map(note => act(note.id, 'issue')));
      expect(answers.map(answer => answer.status)).toEqual(Array<number>(16).fill(200));
      const numbers = answers.map(answer => Number(answer.body.number.split('-')[1])).toSorted((a, b) => a - b);
      expect(numbers).toEqual(numbers.map((_, place) => (numbers[0] ?? 0) + place));
      const total = answers.reduce((sum, answer) => sum + Math.round(Number(answer.body.total) * 100), 0);
      expect((await detailOf(invoice.id)).balance).toBe((12_100 + total) / 100);
    },
  );
});
