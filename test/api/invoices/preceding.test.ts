import { describe, expect, it } from 'vitest';
import { precedingCalls, OLDER, OLDEST, line, fieldsOf } from './preceding-calls.ts';

const { post, act, invoiceBody, inForce, detailOf, xmlOf, create, change, warningsOf } = precedingCalls();

describe('precedingInvoices (INV-17)', () => {
  it('is stored, returned, and written to the XML after the parent, each once', async () => {
    const of = await inForce();
    const parentRef = { number: of.number, issueDate: of.issueDate };
    const lines = [line(-1)];
    const { invoice } = await create({ lines, parentDocumentId: of.id, precedingInvoices: [OLDER, parentRef, OLDEST] });
    expect(invoice.precedingInvoices).toEqual([OLDER, parentRef, OLDEST]);
    expect(await detailOf(invoice.id)).toMatchObject({ precedingInvoices: [OLDER, parentRef, OLDEST] });
    expect((await act(invoice.id, 'issue')).status).toBe(200);
    const xml = await xmlOf(invoice.id);
    const references = [...xml.matchAll(/<cac:BillingReference>[\s\S]*?<cbc:ID>([^<]*)<[\s\S]*?<cbc:IssueDate>([^<]*)</g)];
    expect(references.map(([, number, issueDate]) => ({ number, issueDate }))).toEqual([parentRef, OLDER, OLDEST]);
  });

  it('returns 400 for an object in place of the list', async () => {
    const { status, body } = await post(invoiceBody({ precedingInvoices: OLDER }));
    expect([status, Object.keys(body.error.details)]).toEqual([400, ['precedingInvoices']]);
  });
});

describe('384 and negative totals without any reference: a warning, and it can still be issued (Fiscal Code, art. 330 (1) b)', () => {
  it.each([
    ['a corrected invoice', { invoiceTypeCode: '384' }],
    ['a negative total', { lines: [{ description: 'Retur', quantity: -1, unitPrice: 10 }] }],
  ])('%s: at create, update and validation', async (_, overrides) => {
    const { invoice, validation } = await create(overrides);
    expect([validation.valid, fieldsOf(validation.warnings)]).toEqual([true, ['parentDocumentId']]);
    expect(fieldsOf((await change(invoice.id, { notes: 'x' })).validation.warnings)).toEqual(['parentDocumentId']);
    expect(fieldsOf(await warningsOf(invoice.id, 'quick'))).toEqual(['parentDocumentId']);
    expect(fieldsOf(await warningsOf(invoice.id, 'full'))).toContain('parentDocumentId');
    expect((await act(invoice.id, 'issue')).status).toBe(200);
  });
});
