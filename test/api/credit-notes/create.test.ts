import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import type { CreditNote, Invoice } from '../../support/contract.ts';
import { creditBody, creditDraft, type Crediting, crediting, sendCredit } from '../../support/credit-notes.ts';
import { call, detailOf, inForce } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { DEPTH } from '../../support/effort.ts';

const service = useService();
const scope = {} as Crediting;
const invoice = {} as Invoice;

beforeAll(async () => {
  Object.assign(scope, await crediting(service()));
  Object.assign(invoice, await inForce(service(), scope, { clientId: scope.clientId }));
});

const line = (overrides: object = {}) => ({
  description: 'Retur',
  quantity: -1,
  unitPrice: 10,
  vatRateId: scope.vat21,
  ...overrides,
});
const body = (overrides: object = {}) => creditBody(scope, invoice, overrides);
const post = (overrides: object = {}) => sendCredit(service(), scope, body(overrides));

describe('POST /invoices as credit note (CRN-6 to CRN-18)', () => {
  it('returns 201 with the credit note itself, its amounts as negative strings with two decimals', async () => {
    const { status, body: note } = await post({
      exchangeRate: 1,
      ...{ notes: 'Notă', paymentTerms: 'La livrare', issuerName: 'Ana', mentions: 'Mențiuni', internalNote: 'Intern' },
      lines: [
        line({ quantity: -1.5, unitPrice: 20, unitOfMeasure: 'ora', discountPercent: 10 }),
        line({ quantity: 1, unitPrice: -12.1, vatIncluded: true }),
      ],
    });
    expect(status).toBe(201);
    expect(note).toMatchObject({
      uuid: note.id,
      number: expect.stringMatching(/^DRAFT-[0-9a-f]{8}$/),
      ...{ direction: 'outgoing', isCreditNote: true, documentType: 'credit_note', invoiceTypeCode: '381' },
      seriesId: scope.seriesId,
      series: { uuid: scope.seriesId, name: 'NC', prefix: 'NC', year: null, nextNumber: expect.any(Number) },
      clientId: scope.clientId,
      client: {
        uuid: scope.clientId,
        name: expect.any(String),
        registrationNumber: expect.anything(),
        address: expect.any(String),
      },
      parentDocumentId: invoice.id,
      parentDocument: { uuid: invoice.id, number: invoice.number, issueDate: invoice['issueDate'], total: '121.00' },
      ...{ status: 'draft', taxauthStatus: null, taxauthUploadIndex: null, uploadedAt: null, validatedAt: null },
      ...{ issueDate: today(), dueDate: today(), currency: 'RON', exchangeRate: 1 },
      ...{ notes: 'Notă', paymentTerms: 'La livrare', issuerName: 'Ana', mentions: 'Mențiuni', internalNote: 'Intern' },
      ...{ subtotal: '-37.00', vatAmount: '-7.77', total: '-44.77', totalDiscount: '3.00' },
      lines: [
        {
          ...{
            lineNumber: 1,
            description: 'Retur',
            quantity: '-1.50',
            unitPrice: '20.00',
            unitOfMeasure: 'ora',
            productId: null,
          },
          ...{ vatRateId: scope.vat21, vatRate: { uuid: scope.vat21, name: 'TVA 21%', percentage: '21.00' } },
          ...{ discount: '3.00', discountPercent: '10.00', vatIncluded: false },
          ...{ subtotal: '-27.00', vatAmount: '-5.67', total: '-32.67' },
        },
        {
          ...{ lineNumber: 2, quantity: '1.00', unitPrice: '-12.10', unitOfMeasure: 'buc', discount: '0.00', vatIncluded: true },
          ...{ subtotal: '-10.00', vatAmount: '-2.10', total: '-12.10' },
        },
      ],
      events: [{ type: 'created', status: 'draft' }],
    });
    expect(note).not.toHaveProperty('warnings');
    const { series: _, parentDocument: __, ...rest } = note;
    expect(await call(service(), scope, 'GET', `/invoices/${note.id}`)).toMatchObject({ status: 200, body: rest });
  });

  it('the detail includes the current state of the credited invoice (CRN-38)', async () => {
    const { id } = await creditDraft(service(), scope, invoice);
    const note = (await call<CreditNote>(service(), scope, 'GET', `/invoices/${id}`)).body;
    expect(note['parentDocument']).toEqual({
      ...{ id: invoice.id, uuid: invoice.id, number: invoice.number, issueDate: invoice['issueDate'], total: '121.00' },
      ...{ dueDate: invoice['dueDate'], currency: 'RON', subtotal: '100.00', vatAmount: '21.00', status: 'issued' },
      taxauthUploadIndex: null,
    });
  });

  it('as a draft it changes nothing of the invoice, which only shows it', async () => {
    const own = await inForce(service(), scope, { clientId: scope.clientId });
    const note = await creditDraft(service(), scope, own);
    const after = await detailOf(service(), scope, own.id);
    expect(after).toMatchObject({
      ...{ status: 'issued', balance: 121, amountPaid: 0 },
      creditNotes: [{ uuid: note.id, number: note.number, status: 'draft', total: -60.5 }],
    });
    expect(after.events).toEqual(own.events);
  });

  it('defaults: exchangeRate 1, type 381, net prices, pieces', async () => {
    const lines = [{ description: 'R', quantity: -1, unitPrice: 1, vatRateId: scope.vat21 }];
    expect((await post({ exchangeRate: undefined, invoiceTypeCode: null, lines })).body).toMatchObject({
      ...{ exchangeRate: 1, invoiceTypeCode: '381', lines: [{ vatIncluded: false, unitOfMeasure: 'buc' }] },
    });
  });
});

describe('Idempotency of credit notes', () => {
  it('the same idempotencyKey again: 201 and the first credit note', async () => {
    const sent = body();
    const [first, again] = [
      await sendCredit(service(), scope, sent),
      await sendCredit(service(), scope, { ...sent, notes: 'x' }),
    ];
    expect([again.status, again.body.id, again.body['createdAt']]).toEqual([201, first.body.id, first.body['createdAt']]);
  });

  it.runIf(DEPTH)('without a key: an equal draft on the same invoice matches, one on another invoice does not', async () => {
    const own = await inForce(service(), scope, { clientId: scope.clientId });
    const other = await inForce(service(), scope, { clientId: scope.clientId });
    const send = (parent: Invoice) => sendCredit(service(), scope, creditBody(scope, parent, { idempotencyKey: undefined }));
    const [first, again, elsewhere] = [await send(own), await send(own), await send(other)];
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
    expect([elsewhere.status, elsewhere.body.id === first.body.id]).toEqual([201, false]);
  });

  it.runIf(DEPTH)('20 equal simultaneous posts: one credit note, 20 equal responses', async () => {
    const own = await inForce(service(), scope, { clientId: scope.clientId });
    const sent = creditBody(scope, own);
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendCredit(service(), scope, sent)));
    expect(new Set(answers.map(answer => `${answer.status} ${answer.body.id}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect((await detailOf(service(), scope, own.id))['creditNotes']).toHaveLength(1);
  });
});
