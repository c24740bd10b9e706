import { describe, expect, it } from 'vitest';
import type { InvoiceWithValidation, ValidationResult } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';

const OLDER = { number: 'VECHI 7', issueDate: '2024-12-30' };
const OLDEST = { number: 'VECHI 6', issueDate: '2024-11-30' };
const line = (quantity: number) => ({ description: 'Scaun', quantity, unitPrice: 100, vatRate: 21 });

/** The fields that warnings are about. */
const fieldsOf = (warnings: string[] = []): string[] => warnings.map(warning => warning.split(':')[0] ?? '');

const { post, put, act, invoiceBody, draft, inForce, detailOf, xmlOf, become, creditDraft, creditIssued } = useTrader();

const create = async (overrides: object): Promise<InvoiceWithValidation> => (await post(invoiceBody(overrides))).body;
const change = async (id: string, changes: object): Promise<InvoiceWithValidation> => (await put(id, changes)).body;
const warningsOf = async (id: string, mode: string): Promise<string[]> =>
  (await act<ValidationResult>(id, `validate?mode=${mode}`)).body.warnings;

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

  it.runIf(DEPTH)('is kept by an update that does not name it, replaced as a whole, and cleared by null', async () => {
    const { id } = (await create({ precedingInvoices: [OLDER] })).invoice;
    expect((await change(id, { notes: 'x' })).invoice.precedingInvoices).toEqual([OLDER]);
    expect((await change(id, { precedingInvoices: [OLDEST] })).invoice.precedingInvoices).toEqual([OLDEST]);
    expect((await change(id, { precedingInvoices: null })).invoice.precedingInvoices).toEqual([]);
    expect((await create({})).invoice.precedingInvoices).toEqual([]);
  });

  it.runIf(DEPTH)('of a credit note, in addition to the credited invoice', async () => {
    const note = await creditDraft(await inForce(), { precedingInvoices: [OLDER] });
    expect(note.precedingInvoices).toEqual([OLDER]);
    expect((await act(note.id, 'issue')).status).toBe(200);
    expect((await xmlOf(note.id)).match(/<cac:BillingReference>/g)).toHaveLength(2);
  });

  it.runIf(DEPTH)('100 entries are issued', async () => {
    const precedingInvoices = Array.from({ length: 100 }, (_, place) => ({ ...OLDER, number: `VECHI ${place}` }));
    const { id } = await draft({ lines: [line(-1)], precedingInvoices });
    expect((await act(id, 'issue')).status).toBe(200);
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

  it.runIf(DEPTH)('none where one is named, and none for any other invoice', async () => {
    const { id } = await inForce();
    const lines = [line(-1)];
    expect((await create({ lines, parentDocumentId: id })).validation.warnings).toEqual([]);
    expect((await create({ lines, precedingInvoices: [OLDER] })).validation.warnings).toEqual([]);
    expect((await create({})).validation.warnings).toEqual([]);
  });
});

describe.runIf(DEPTH)('a corrected invoice (384) that does not reverse the first one: a warning', () => {
  const corrected = (parentDocumentId: string, overrides: object = {}) =>
    create({ invoiceTypeCode: '384', parentDocumentId, ...overrides });

  it('at create, update and validation, and it can still be issued', async () => {
    const of = await inForce();
    const { invoice, validation } = await corrected(of.id);
    expect(validation.warnings).toEqual([expect.stringMatching(new RegExp(`^invoiceTypeCode: .*${of.number}`))]);
    expect(fieldsOf((await change(invoice.id, { notes: 'x' })).validation.warnings)).toEqual(['invoiceTypeCode']);
    expect(fieldsOf(await warningsOf(invoice.id, 'quick'))).toEqual(['invoiceTypeCode']);
    expect(fieldsOf(await warningsOf(invoice.id, 'full'))).toContain('invoiceTypeCode');
    expect((await act(invoice.id, 'issue')).status).toBe(200);
  });

  it('none when it contains the old lines with opposite sign', async () => {
    expect((await corrected((await inForce()).id, { lines: [line(-1), line(2)] })).validation.warnings).toEqual([]);
  });

  it('none when a credit note has reversed the first one, or it was cancelled', async () => {
    const of = await inForce();
    const half = await creditIssued(of);
    expect(fieldsOf((await corrected(of.id)).validation.warnings)).toEqual(['invoiceTypeCode']);
    await creditIssued(of);
    const { invoice, validation } = await corrected(of.id);
    expect([half.total, validation.warnings]).toEqual(['-60.50', []]);
    expect(await warningsOf(invoice.id, 'quick')).toEqual([]);
    const other = await inForce();
    const { id } = (await corrected(other.id)).invoice;
    await become(other.id, { status: 'cancelled' });
    expect(await warningsOf(id, 'quick')).toEqual([]);
  });
});
