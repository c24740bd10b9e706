import { beforeAll, describe, expect, it } from 'vitest';
import type { CreditNote, Invoice, Refusal } from '../../support/contract.ts';
import { refusedFields } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';

const { service, scope, request, invoiceBody, draft, inForce, creditBody, sendCredit, creditDraft } = useTrader();
const invoice = {} as Invoice;

beforeAll(async () => {
  Object.assign(invoice, await inForce());
});

const credit = (overrides: object = {}) => creditBody(invoice, { isCreditNote: undefined, ...overrides });

describe('documentType "credit_note" is the same as isCreditNote: true (CRN-1)', () => {
  it.each([undefined, null, true])('POST with isCreditNote %s', async isCreditNote => {
    const { status, body } = await sendCredit(credit({ isCreditNote, documentType: 'credit_note' }));
    expect([status, body.isCreditNote, body.documentType, body.total]).toEqual([201, true, 'credit_note', '-60.50']);
  });

  it('the rest is as for any credit note: direction, parent and series are required', async () => {
    const body = { documentType: 'credit_note', clientId: scope.clientId, issueDate: invoice.issueDate };
    const fields = ['direction', 'parentDocumentId', 'seriesId', 'dueDate', 'currency', 'lines'];
    expect(refusedFields(await sendCredit(body))).toEqual([400, 'bad_request', fields]);
    expect(refusedFields(await sendCredit({ ...body, isCreditNote: true, documentType: undefined }))).toEqual([
      ...[400, 'bad_request', fields],
    ]);
  });

  it('PUT of a credit note', async () => {
    const note = await creditDraft(invoice);
    const sent = credit({ documentType: 'credit_note', notes: 'Notă' });
    expect(await sendCredit(sent, note.id)).toMatchObject({
      status: 200,
      body: { id: note.id, notes: 'Notă' },
    });
  });

  it('PUT of an invoice rejects it as it rejects isCreditNote: true', async () => {
    const { id } = await draft();
    const put = (body: object) => request<CreditNote & Refusal>('PUT', `/invoices/${id}`, body);
    const byType = await put({ documentType: 'credit_note' });
    expect(byType.status).toBe(400);
    expect(byType.body).toEqual((await put({ isCreditNote: true })).body);
    expect(refusedFields(await put(credit({ documentType: 'credit_note' })))).toEqual([400, 'bad_request', ['isCreditNote']]);
  });

  it('documentType "invoice" is an invoice', async () => {
    const body = invoiceBody({ documentType: 'invoice', isCreditNote: false });
    expect((await request<unknown>('POST', '/invoices', body)).status).toBe(201);
  });
});

describe('Both given and different: 422 at documentType', () => {
  const both = [
    [true, 'invoice'],
    [false, 'credit_note'],
  ] as const;

  it.each(both)('POST with isCreditNote %s and documentType %s', async (isCreditNote, documentType) => {
    const body = isCreditNote ? credit() : invoiceBody();
    expect(refusedFields(await sendCredit({ ...body, isCreditNote, documentType }))).toEqual([
      ...[422, 'validation_error', ['documentType']],
    ]);
  });

  it.each(both)('PUT with isCreditNote %s and documentType %s', async (isCreditNote, documentType) => {
    const made = isCreditNote ? await creditDraft(invoice) : await draft();
    const body = isCreditNote ? credit() : { notes: 'x' };
    expect(refusedFields(await sendCredit({ ...body, isCreditNote, documentType }, made.id))).toEqual([
      ...[422, 'validation_error', ['documentType']],
    ]);
  });
});

describe.runIf(DEPTH)('The OpenAPI document', () => {
  it('says that documentType or isCreditNote makes a credit note', async () => {
    const { body } = (await service().api('GET', '/openapi.json')) as {
      body: {
        paths: Record<
          string,
          Record<string, { requestBody: { content: Record<string, { schema: { oneOf: { $ref: string }[] } }> } }>
        >;
        components: { schemas: Record<string, unknown> };
      };
    };
    for (const [path, method] of [
      ['/api/v1/invoices', 'post'],
      ['/api/v1/invoices/{uuid}', 'put'],
    ] as const) {
      const schema = body.paths[path]?.[method]?.requestBody.content['application/json']?.schema;
      const name = schema?.oneOf[1]?.$ref.replace('#/components/schemas/', '') ?? '';
      expect(body.components.schemas[name]).toMatchObject({
        required: ['direction', 'parentDocumentId', 'clientId', 'seriesId', 'issueDate', 'dueDate', 'currency', 'lines'],
        anyOf: [
          { required: ['isCreditNote'] },
          { required: ['documentType'], properties: { documentType: { const: 'credit_note' } } },
        ],
      });
    }
  });
});
