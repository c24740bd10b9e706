import { beforeAll, describe, expect, it } from 'vitest';
import type { Invoice, InvoiceWithValidation, Refusal } from '../../support/contract.ts';
import { creditDraft, creditIssued, type Crediting, crediting } from '../../support/credit-notes.ts';
import { become, call, detailOf, draft, inForce, invoiceBody, post, xmlOf } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';

const service = useService();
let scope: Crediting;

beforeAll(async () => {
  scope = await crediting(service());
});

const OLDER = { number: 'VECHI 7', issueDate: '2024-12-30' };
const OLDEST = { number: 'VECHI 6', issueDate: '2024-11-30' };
const line = (quantity: number) => ({ description: 'Scaun', quantity, unitPrice: 100, vatRate: 21 });

const create = async (overrides: object): Promise<InvoiceWithValidation> =>
  (await post(service(), scope, invoiceBody(scope.clientId, overrides))).body;
const put = async (id: string, changes: object): Promise<InvoiceWithValidation> =>
  (await call<InvoiceWithValidation>(service(), scope, 'PUT', `/invoices/${id}`, changes)).body;
const validated = async (id: string, mode: string): Promise<string[]> =>
  (await call<{ warnings: string[] }>(service(), scope, 'POST', `/invoices/${id}/validate?mode=${mode}`)).body.warnings;
const issue = (id: string) => call<Invoice & Refusal>(service(), scope, 'POST', `/invoices/${id}/issue`);
const parent = (overrides: object = {}) => inForce(service(), scope, { clientId: scope.clientId, ...overrides });

/** The fields that warnings are about. */
const fieldsOf = (warnings: string[] = []): string[] => warnings.map(warning => warning.split(':')[0] ?? '');

describe('precedingInvoices [added] (decisions "Corrective and negative documents")', () => {
  it('is stored, shown, and written to the XML after the parent, each once', async () => {
    const of = await parent();
    const parentRef = { number: of.number, issueDate: of.issueDate };
    const lines = [line(-1)];
    const { invoice } = await create({ lines, parentDocumentId: of.id, precedingInvoices: [OLDER, parentRef, OLDEST] });
    expect(invoice.precedingInvoices).toEqual([OLDER, parentRef, OLDEST]);
    expect(await detailOf(service(), scope, invoice.id)).toMatchObject({ precedingInvoices: [OLDER, parentRef, OLDEST] });
    expect((await issue(invoice.id)).status).toBe(200);
    const xml = await xmlOf(service(), scope, invoice.id);
    const references = [...xml.matchAll(/<cac:BillingReference>[\s\S]*?<cbc:ID>([^<]*)<[\s\S]*?<cbc:IssueDate>([^<]*)</g)];
    expect(references.map(([, number, issueDate]) => ({ number, issueDate }))).toEqual([parentRef, OLDER, OLDEST]);
  });

  it('is kept by an update that does not name it, replaced as a whole, and cleared by null', async () => {
    const { id } = (await create({ precedingInvoices: [OLDER] })).invoice;
    expect((await put(id, { notes: 'x' })).invoice.precedingInvoices).toEqual([OLDER]);
    expect((await put(id, { precedingInvoices: [OLDEST] })).invoice.precedingInvoices).toEqual([OLDEST]);
    expect((await put(id, { precedingInvoices: null })).invoice.precedingInvoices).toEqual([]);
    expect((await create({})).invoice.precedingInvoices).toEqual([]);
  });

  it('of a credit note, beside the credited invoice', async () => {
    const note = await creditDraft(service(), scope, await parent(), { precedingInvoices: [OLDER] });
    expect(note.precedingInvoices).toEqual([OLDER]);
    expect((await issue(note.id)).status).toBe(200);
    expect((await xmlOf(service(), scope, note.id)).match(/<cac:BillingReference>/g)).toHaveLength(2);
  });

  it.each<[string, unknown, string]>([
    ['no list', OLDER, 'precedingInvoices'],
    ['no number', [{ issueDate: '2024-12-30' }], 'precedingInvoices.0.number'],
    ['a number of 201 characters', [{ ...OLDER, number: 'x'.repeat(201) }], 'precedingInvoices.0.number'],
    ['no date', [OLDER, { number: '7' }], 'precedingInvoices.1.issueDate'],
    ['a date that there is not', [{ ...OLDER, issueDate: '2024-02-30' }], 'precedingInvoices.0.issueDate'],
    ['101 entries', Array(101).fill(OLDER), 'precedingInvoices'],
  ])('400 for %s', async (_, precedingInvoices, field) => {
    const { status, body } = await post(service(), scope, invoiceBody(scope.clientId, { precedingInvoices }));
    expect([status, Object.keys(body.error.details)]).toEqual([400, [field]]);
  });

  it('100 entries are issued', async () => {
    const precedingInvoices = Array.from({ length: 100 }, (_, place) => ({ ...OLDER, number: `VECHI ${place}` }));
    const { id } = await draft(service(), scope, { clientId: scope.clientId, lines: [line(-1)], precedingInvoices });
    expect((await issue(id)).status).toBe(200);
  });
});

describe('384 and negative totals without any reference: a warning, and the issue goes on (Fiscal Code, art. 330 (1) b)', () => {
  it.each([
    ['a corrected invoice', { invoiceTypeCode: '384' }],
    ['a negative total', { lines: [{ description: 'Retur', quantity: -1, unitPrice: 10 }] }],
  ])('%s: at create, update and validation', async (_, overrides) => {
    const { invoice, validation } = await create(overrides);
    expect([validation.valid, fieldsOf(validation.warnings)]).toEqual([true, ['parentDocumentId']]);
    expect(fieldsOf((await put(invoice.id, { notes: 'x' })).validation.warnings)).toEqual(['parentDocumentId']);
    expect(fieldsOf(await validated(invoice.id, 'quick'))).toEqual(['parentDocumentId']);
    expect(fieldsOf(await validated(invoice.id, 'full'))).toContain('parentDocumentId');
    expect((await issue(invoice.id)).status).toBe(200);
  });

  it('none where one is named, and none for any other invoice', async () => {
    const { id } = await parent();
    const lines = [line(-1)];
    expect((await create({ lines, parentDocumentId: id })).validation.warnings).toEqual([]);
    expect((await create({ lines, precedingInvoices: [OLDER] })).validation.warnings).toEqual([]);
    expect((await create({})).validation.warnings).toEqual([]);
  });
});

describe('A corrected invoice (384) that leaves the first one standing: a warning', () => {
  const corrected = (parentDocumentId: string, overrides: object = {}) =>
    create({ invoiceTypeCode: '384', parentDocumentId, ...overrides });

  it('at create, update and validation, and the issue goes on', async () => {
    const of = await parent();
    const { invoice, validation } = await corrected(of.id);
    expect(validation.warnings).toEqual([expect.stringMatching(new RegExp(`^invoiceTypeCode: .*${of.number}`))]);
    expect(fieldsOf((await put(invoice.id, { notes: 'x' })).validation.warnings)).toEqual(['invoiceTypeCode']);
    expect(fieldsOf(await validated(invoice.id, 'quick'))).toEqual(['invoiceTypeCode']);
    expect(fieldsOf(await validated(invoice.id, 'full'))).toContain('invoiceTypeCode');
    expect((await issue(invoice.id)).status).toBe(200);
  });

  it('none when it takes back the old lines itself', async () => {
    expect((await corrected((await parent()).id, { lines: [line(-1), line(2)] })).validation.warnings).toEqual([]);
  });

  it('none when a credit note has reversed the first one, or it was cancelled', async () => {
    const of = await parent();
    const half = await creditIssued(service(), scope, of);
    expect(fieldsOf((await corrected(of.id)).validation.warnings)).toEqual(['invoiceTypeCode']);
    await creditIssued(service(), scope, of);
    const { invoice, validation } = await corrected(of.id);
    expect([half.total, validation.warnings]).toEqual(['-60.50', []]);
    expect(await validated(invoice.id, 'quick')).toEqual([]);
    const other = await parent();
    const { id } = (await corrected(other.id)).invoice;
    await become(scope, other.id, { status: 'cancelled' });
    expect(await validated(id, 'quick')).toEqual([]);
  });
});
