import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answered, CreditNote, Invoice, Refusal } from '../../support/contract.ts';
import { creditBody, creditDraft, type Crediting, crediting, sendCredit } from '../../support/credit-notes.ts';
import { call, draft, inForce, invoiceBody } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';

const service = useService();
let scope: Crediting;
let invoice: Invoice;

beforeAll(async () => {
  scope = await crediting(service());
  invoice = await inForce(service(), scope, { clientId: scope.clientId });
});

const credit = (overrides: object = {}) => creditBody(scope, invoice, { isCreditNote: undefined, ...overrides });
const refusal = ({ status, body: { error } }: Answered<Partial<Refusal>>) => [
  status,
  error?.code,
  Object.keys(error?.details ?? {}),
];

describe('documentType "credit_note" is the same as isCreditNote: true (decisions "Requests and answers")', () => {
  it.each([undefined, null, true])('POST with isCreditNote %s', async isCreditNote => {
    const { status, body } = await sendCredit(service(), scope, credit({ isCreditNote, documentType: 'credit_note' }));
    expect([status, body.isCreditNote, body.documentType, body.total]).toEqual([201, true, 'credit_note', '-60.50']);
  });

  it('all else is as for any credit note: direction, parent and series are required', async () => {
    const body = { documentType: 'credit_note', clientId: scope.clientId, issueDate: invoice.issueDate };
    const fields = ['direction', 'parentDocumentId', 'seriesId', 'dueDate', 'currency', 'lines'];
    expect(refusal(await sendCredit(service(), scope, body))).toEqual([400, 'bad_request', fields]);
    expect(refusal(await sendCredit(service(), scope, { ...body, isCreditNote: true, documentType: undefined }))).toEqual([
      ...[400, 'bad_request', fields],
    ]);
  });

  it('PUT of a credit note', async () => {
    const note = await creditDraft(service(), scope, invoice);
    const sent = credit({ documentType: 'credit_note', notes: 'Notă' });
    expect(await sendCredit(service(), scope, sent, note.id)).toMatchObject({
      status: 200,
      body: { id: note.id, notes: 'Notă' },
    });
  });

  it('PUT of an invoice refuses it as it refuses isCreditNote: true', async () => {
    const { id } = await draft(service(), scope, { clientId: scope.clientId });
    const put = (body: object) => call<CreditNote & Refusal>(service(), scope, 'PUT', `/invoices/${id}`, body);
    const byType = await put({ documentType: 'credit_note' });
    expect(byType.status).toBe(400);
    expect(byType.body).toEqual((await put({ isCreditNote: true })).body);
    expect(refusal(await put(credit({ documentType: 'credit_note' })))).toEqual([400, 'bad_request', ['isCreditNote']]);
  });

  it('documentType "invoice" is an invoice', async () => {
    const body = invoiceBody(scope.clientId, { documentType: 'invoice', isCreditNote: false });
    expect((await call<unknown>(service(), scope, 'POST', '/invoices', body)).status).toBe(201);
  });
});

describe('Both given and different: 422 at documentType', () => {
  const both = [
    [true, 'invoice'],
    [false, 'credit_note'],
  ] as const;

  it.each(both)('POST with isCreditNote %s and documentType %s', async (isCreditNote, documentType) => {
    const body = isCreditNote ? credit() : invoiceBody(scope.clientId);
    expect(refusal(await sendCredit(service(), scope, { ...body, isCreditNote, documentType }))).toEqual([
      ...[422, 'validation_error', ['documentType']],
    ]);
  });

  it.each(both)('PUT with isCreditNote %s and documentType %s', async (isCreditNote, documentType) => {
    const made = isCreditNote
      ? await creditDraft(service(), scope, invoice)
      : await draft(service(), scope, { clientId: scope.clientId });
    const body = isCreditNote ? credit() : { notes: 'x' };
    expect(refusal(await sendCredit(service(), scope, { ...body, isCreditNote, documentType }, made.id))).toEqual([
      ...[422, 'validation_error', ['documentType']],
    ]);
  });

  it('a type that there is not is malformed: 400', async () => {
    const body = invoiceBody(scope.clientId, { documentType: 'proforma', idempotencyKey: randomUUID() });
    expect(refusal(await sendCredit(service(), scope, body))).toEqual([400, 'bad_request', ['documentType']]);
  });
});

describe('The OpenAPI document', () => {
  it('says that documentType or isCreditNote makes a credit note', async () => {
    const { body } = (await service().api('GET', '/openapi.json')) as {
      body: { paths: Record<string, Record<string, { requestBody: { content: Record<string, { schema: unknown }> } }>> };
    };
    for (const [path, method] of [
      ['/api/v1/invoices', 'post'],
      ['/api/v1/invoices/{uuid}', 'put'],
    ] as const) {
      const schema = body.paths[path]?.[method]?.requestBody.content['application/json']?.schema;
      expect(schema).toMatchObject({
        oneOf: [
          {},
          {
            required: ['direction', 'parentDocumentId', 'clientId', 'seriesId', 'issueDate', 'dueDate', 'currency', 'lines'],
            anyOf: [
              { required: ['isCreditNote'] },
              { required: ['documentType'], properties: { documentType: { const: 'credit_note' } } },
            ],
          },
        ],
      });
    }
  });
});
