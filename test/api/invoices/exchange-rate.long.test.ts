import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../support/contract.ts';
import { exchangeRateCalls, ofRate } from './exchange-rate-calls.ts';

const { request, act, draft, issued, inForce, become, creditBody, sendCredit, creditDraft, parent, create, change } =
  exchangeRateCalls();

describe("A document without exchangeRate takes its parent's (TAX-35)", () => {
  it('a credit note that is replaced without one; one that states its rate keeps it', async () => {
    const note = await creditDraft(parent, { currency: 'EUR', exchangeRate: 4.9 });
    expect(note.exchangeRate).toBe(4.9);
    const { body } = await sendCredit(creditBody(parent, { currency: 'EUR' }), note.id);
    expect(body.exchangeRate).toBe(5.0812);
  });

  it('a draft in the currency of the parent that it gets, or to whose currency it changes', async () => {
    const { id } = await draft({ currency: 'EUR' });
    expect((await change(id, { parentDocumentId: parent.id })).invoice.exchangeRate).toBe(5.0812);
    const other = await draft({ parentDocumentId: parent.id });
    expect((await change(other.id, { currency: 'EUR' })).invoice.exchangeRate).toBe(5.0812);
    expect((await change(other.id, { exchangeRate: 5.1 })).invoice.exchangeRate).toBe(5.1);
    expect((await change(other.id, { notes: 'x' })).invoice.exchangeRate).toBe(5.1);
    expect((await change(other.id, { exchangeRate: null })).invoice.exchangeRate).toBe(5.0812);
  });
});

describe('Without any rate: 1 with a warning, and no issue', () => {
  it('a credit note on an invoice without a rate gets a warning, and is not issued', async () => {
    const old = await inForce({ currency: 'EUR' });
    const note = await creditDraft(old, { currency: 'EUR' });
    expect([note.exchangeRate, ofRate(note.warnings).length]).toEqual([1, 1]);
    const replaced = await sendCredit(creditBody(old, { currency: 'EUR' }), note.id);
    expect(ofRate(replaced.body.warnings)).toHaveLength(1);
    const { status, body } = await act(note.id, 'issue');
    expect([status, Object.keys(body.error.details)]).toEqual([422, ['exchangeRate']]);
  });

  it('a rejected invoice is not corrected to a rate of 1', async () => {
    const invoice = await issued({ currency: 'EUR', exchangeRate: 5.05 });
    await become(invoice.id, { status: 'rejected' });
    const answer = await request<Refusal>('PUT', `/invoices/${invoice.id}`, { exchangeRate: 1 });
    expect([answer.status, Object.keys(answer.body.error.details)]).toEqual([422, ['exchangeRate']]);
  });

  it('in RON 1 is the rate', async () => {
    const { invoice, validation } = await create({});
    expect([invoice.exchangeRate, ofRate(validation.warnings)]).toEqual([1, []]);
    expect((await act(invoice.id, 'issue')).status).toBe(200);
  });
});
