import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  creditBody,
  creditDraft,
  credited,
  creditIssued,
  type Crediting,
  creditingIn,
  type CreditNoteAnswer,
  sendCredit,
} from '../../support/credit-notes.ts';
import {
  become,
  call,
  detailOf,
  inForce,
  type InvoiceAnswer,
  issued,
  readyCompany,
  type Refusal,
} from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';

const service = useService();
let scope: Crediting;

beforeAll(async () => {
  scope = await creditingIn(service(), await readyCompany(service()));
});

afterAll(() => {
  expect(service().runtime.violations).toEqual([]);
});

type Answer = CreditNoteAnswer & Refusal;
const act = (id: string, action: string, body?: object) =>
  call<Answer>(service(), scope, 'POST', `/invoices/${id}/${action}`, body);
const cancel = (id: string) => act(id, 'cancel', { reason: 'Credited by mistake' });
const read = async (id: string) => (await call<CreditNoteAnswer>(service(), scope, 'GET', `/invoices/${id}`)).body;
const taxauth = (settings: object) => service().api('PUT', '/_local/taxauth', { body: settings });
const lines = (quantity: number, unitPrice = 10) => [{ description: 'Retur', quantity, unitPrice, vatRateId: scope.vat21 }];
const invoiced = (): Promise<InvoiceAnswer> => inForce(service(), scope, { clientId: scope.clientId });
const refusal = ({ status, body }: { status: number; body: Answer }) => [status, body.error?.code, body.error?.details];

describe('Issue of a credit note', () => {
  it('numbers it in its own series, settles it, and makes XML of type 381 that refers to the invoice (BG-3)', async () => {
    const invoice = await issued(service(), scope, { clientId: scope.clientId });
    const note = await creditIssued(service(), scope, invoice);
    expect(note).toMatchObject({ status: 'issued', number: 'NC-001', xmlGenerated: true, total: '-60.50' });
    expect(note['series']).toMatchObject({ prefix: 'NC', nextNumber: 2 });
    const xml = (await call<Buffer>(service(), scope, 'GET', `/invoices/${note.id}/xml`)).body.toString();
    expect(xml).toMatch(/<CreditNote /);
    expect(xml).toContain('<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>');
    expect(xml.replace(/\s+/g, '')).toContain(
      `<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>${invoice.number}</cbc:ID><cbc:IssueDate>${String(invoice['issueDate'])}</cbc:IssueDate>`,
    );
    expect(xml).toContain('<cbc:PayableAmount currencyID="RON">60.50</cbc:PayableAmount>');
    expect((await call<Buffer>(service(), scope, 'GET', `/invoices/${note.id}/pdf`)).body.subarray(0, 5).toString()).toBe(
      '%PDF-',
    );
  });

  it('takes its total off the balance of the invoice, whose status and amountPaid stay, with an event on both', async () => {
    const invoice = await invoiced();
    const note = await creditIssued(service(), scope, invoice);
    const after = await detailOf(service(), scope, invoice.id);
    expect(after).toMatchObject({
      ...{ status: 'issued', balance: 60.5, amountPaid: 0, paymentStatus: 'unpaid', paidAt: null, total: 121 },
      creditNotes: [{ uuid: note.id, number: note.number, status: 'issued', total: -60.5 }],
    });
    expect(after.events[0]).toMatchObject({
      ...{ type: 'updated', status: null },
      metadata: { creditNoteId: note.id, creditNoteNumber: note.number, amount: 60.5, currency: 'RON' },
    });
    expect((await read(note.id)).events.map(one => one.type)).toContain('status_change');
  });

  it('the balance is never below 0, whatever is credited and paid (completions-documents §1.6)', async () => {
    const invoice = await inForce(service(), scope, { clientId: scope.clientId, collect: { value: 100 } });
    await creditIssued(service(), scope, invoice, { lines: lines(-20) });
    expect(await detailOf(service(), scope, invoice.id)).toMatchObject({
      balance: 0,
      amountPaid: 100,
      paymentStatus: 'partially_paid',
    });
  });

  it('refuses what became invalid meanwhile: the parent void, or issued later: 422', async () => {
    const { invoice, note } = await credited(service(), scope);
    await become(scope, invoice.id, { status: 'cancelled' });
    expect(refusal(await act(note.id, 'issue'))).toMatchObject([422, 'validation_error', { reason: 'parent_not_in_force' }]);
    await become(scope, invoice.id, { status: 'issued', issueDate: '2099-01-01' });
    expect(refusal(await act(note.id, 'issue'))).toMatchObject([422, 'validation_error', { issueDate: [expect.any(String)] }]);
  });

  it.each(['issued', 'uploaded', 'validated', 'error', 'cancelled'] as const)('refuses one that is %s: 409', async status => {
    const { note } = await credited(service(), scope);
    await become(scope, note.id, { status });
    expect(refusal(await act(note.id, 'issue'))).toMatchObject([409, 'conflict', { status }]);
  });

  it('16 credit notes of one invoice at the same moment: consecutive numbers, and all of them off the balance', async () => {
    const invoice = await invoiced();
    const notes = await Promise.all(
      Array.from({ length: 16 }, (_, place) => creditDraft(service(), scope, invoice, { lines: lines(-1, (100 + place) / 100) })),
    );
    const answers = await Promise.all(notes.map(note => act(note.id, 'issue')));
    expect(answers.map(answer => answer.status)).toEqual(Array<number>(16).fill(200));
    const numbers = answers.map(answer => Number(answer.body.number.split('-')[1])).toSorted((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, place) => (numbers[0] ?? 0) + place));
    const total = answers.reduce((sum, answer) => sum + Math.round(Number(answer.body.total) * 100), 0);
    expect((await detailOf(service(), scope, invoice.id))['balance']).toBe((12_100 + total) / 100);
  });
});

describe('A credit note at the authority', () => {
  it('goes up with standard CN to uploaded, and is validated by the poll', async () => {
    const { invoice, note } = await credited(service(), scope);
    await act(note.id, 'issue');
    const submitted = await act(note.id, 'submit');
    expect(submitted.body).toMatchObject({
      ...{ status: 'uploaded', taxauthStatus: 'uploaded', taxauthUploadIndex: expect.any(Number) },
      uploadedAt: expect.stringMatching(/Z$/),
    });
    const { body } = await service().api('GET', '/_local/taxauth/received');
    const upload = (body as { uploads: { number: string; standard: string; index: number }[] }).uploads.at(-1);
    expect(upload).toMatchObject({ number: submitted.body.number, standard: 'CN', index: submitted.body['taxauthUploadIndex'] });
    await service().advance('PT30M');
    expect(await read(note.id)).toMatchObject({
      status: 'validated',
      validatedAt: expect.stringMatching(/Z$/),
      taxauthValidationErrors: null,
    });
    expect(await detailOf(service(), scope, invoice.id)).toMatchObject({ balance: 60.5, creditNotes: [{ status: 'validated' }] });
  });

  it('a refusal makes it `error`, not `rejected`, with what the authority said; it can be submitted again', async () => {
    scope = await creditingIn(service(), await readyCompany(service()));
    const { note } = await credited(service(), scope);
    await act(note.id, 'issue');
    await taxauth({ mode: 'reject', errors: ['BR-RO-020: refused'] });
    await act(note.id, 'submit');
    await service().advance('PT30M');
    await taxauth({ mode: 'ok', errors: [] });
    const refused = await read(note.id);
    expect(refused).toMatchObject({
      status: 'error',
      taxauthStatus: 'rejected',
      taxauthValidationErrors: [expect.stringContaining('BR-RO-020')],
    });
    expect(refused.events[0]).toMatchObject({ type: 'taxauth_rejected', status: 'error' });
    expect((await act(note.id, 'submit')).body).toMatchObject({ status: 'uploaded' });
  });

  it.each([
    ['draft', 'not_issued'],
    ['uploaded', 'already_submitted'],
    ['validated', 'already_submitted'],
    ['cancelled', 'cancelled'],
  ] as const)('submit of one that is %s: 409 %s', async (status, reason) => {
    const { note } = await credited(service(), scope);
    await become(scope, note.id, { status });
    expect(refusal(await act(note.id, 'submit'))).toMatchObject([409, 'conflict', { status, reason }]);
  });
});

describe('Cancel, restore and delete of a credit note', () => {
  beforeAll(async () => {
    scope = await creditingIn(service(), await readyCompany(service()));
  });

  it.each(['issued', 'validated', 'error'] as const)(
    'cancelled from %s it gives back to the invoice what it took',
    async status => {
      const invoice = await invoiced();
      const note = await creditIssued(service(), scope, invoice);
      await become(scope, note.id, { status });
      const { status: code, body } = await cancel(note.id);
      expect([code, body.status, body['cancellationReason']]).toEqual([200, 'cancelled', 'Credited by mistake']);
      const after = await detailOf(service(), scope, invoice.id);
      expect(after).toMatchObject({ balance: 121, creditNotes: [{ status: 'cancelled' }] });
      expect(after.events[0]).toMatchObject({ type: 'updated', metadata: { creditNoteId: note.id, amount: -60.5 } });
    },
  );

  it('every answer shows its series with the next number of it (interface §Credit note)', async () => {
    const invoice = await invoiced();
    const body = creditBody(scope, invoice);
    const { id } = (await sendCredit(service(), scope, body)).body;
    const next = (answer: { body: CreditNoteAnswer }) => (answer.body['series'] as { nextNumber: number }).nextNumber;
    const before = next({ body: await read(id) });
    expect(next(await sendCredit(service(), scope, body))).toBe(before);
    const issue = await act(id, 'issue');
    const answers = [issue, await cancel(id), await act(id, 'restore'), await act(id, 'cancel-scheduled-email')];
    expect([...answers, await act(id, 'upload')].map(next)).toEqual(Array<number>(5).fill(before + 1));
  });

  it('cancelled as a draft it leaves the invoice as it is', async () => {
    const { invoice, note } = await credited(service(), scope);
    expect((await cancel(note.id)).body.status).toBe('cancelled');
    const after = await detailOf(service(), scope, invoice.id);
    expect([after['balance'], after.events.length]).toEqual([121, invoice.events.length]);
  });

  it('not while the answer of the authority is pending: 409', async () => {
    const { note } = await credited(service(), scope);
    await become(scope, note.id, { status: 'uploaded' });
    expect(refusal(await cancel(note.id))).toMatchObject([409, 'conflict', { status: 'uploaded', reason: 'answer_pending' }]);
  });

  it('restored it is a draft with its number, and credits again when it is issued again', async () => {
    const invoice = await invoiced();
    const note = await creditIssued(service(), scope, invoice);
    await cancel(note.id);
    expect((await act(note.id, 'restore')).body).toMatchObject({
      status: 'draft',
      number: note.number,
      restoredAt: expect.any(String),
    });
    expect(await detailOf(service(), scope, invoice.id)).toMatchObject({ balance: 121, creditNotes: [{ status: 'draft' }] });
    expect((await act(note.id, 'issue')).body).toMatchObject({ status: 'issued', number: note.number });
    expect((await detailOf(service(), scope, invoice.id))['balance']).toBe(60.5);
  });

  it('not restored on an invoice that is cancelled: 422', async () => {
    const { invoice, note } = await credited(service(), scope);
    await cancel(note.id);
    await cancel(invoice.id);
    expect(refusal(await act(note.id, 'restore'))).toMatchObject([422, 'validation_error', { reason: 'parent_not_in_force' }]);
  });

  it('deleted as a draft it is gone, also from the invoice, which is unaffected; deleted otherwise: 409 with its stamps', async () => {
    const { invoice, note } = await credited(service(), scope);
    const remove = () => call<Answer>(service(), scope, 'DELETE', `/invoices/${note.id}`);
    await become(scope, note.id, { status: 'uploaded', submittedAt: '2026-01-02T03:04:05.000Z', taxauthUploadIndex: '5' });
    expect(refusal(await remove())).toMatchObject([
      409,
      'conflict',
      { status: 'uploaded', reason: 'not_draft', uploadedAt: '2026-01-02T03:04:05Z', taxauthUploadIndex: '5' },
    ]);
    await become(scope, note.id, { status: 'draft', submittedAt: null, taxauthUploadIndex: null });
    expect((await remove()).status).toBe(204);
    expect((await call(service(), scope, 'GET', `/invoices/${note.id}`)).status).toBe(404);
    expect(await detailOf(service(), scope, invoice.id)).toMatchObject({ balance: 121, creditNotes: [], status: 'issued' });
  });
});

describe('What credit notes refuse the invoice', () => {
  it('cancel while one is not cancelled, a draft included: 422; then it can be', async () => {
    const { invoice, note } = await credited(service(), scope);
    expect(refusal(await cancel(invoice.id))).toMatchObject([
      422,
      'validation_error',
      { reason: 'has_credit_notes', creditNotes: [note.number] },
    ]);
    await cancel(note.id);
    expect((await cancel(invoice.id)).body.status).toBe('cancelled');
  });

  it('restore while it has one, also a cancelled one: 422 has_credit_notes (interface §restore)', async () => {
    const { invoice, note } = await credited(service(), scope);
    await cancel(note.id);
    await cancel(invoice.id);
    expect(refusal(await act(invoice.id, 'restore'))).toMatchObject([422, 'validation_error', { reason: 'has_credit_notes' }]);
  });

  it('another client or currency, when it is corrected after a refusal: 422', async () => {
    const { invoice } = await credited(service(), scope);
    await become(scope, invoice.id, { status: 'rejected' });
    const change = (body: object) => call<Answer>(service(), scope, 'PUT', `/invoices/${invoice.id}`, body);
    expect(refusal(await change({ currency: 'EUR', exchangeRate: 5 }))[0]).toBe(422);
    const { id } = await service().newClient(scope, { cui: 'RO7654321', name: 'Altul SRL' });
    expect(refusal(await change({ clientId: id }))).toMatchObject([422, 'validation_error', { clientId: [expect.any(String)] }]);
    expect((await change({ notes: 'corectată' })).status).toBe(200);
  });

  it('a cancel of it and a credit note on it at the same moment: one of the two', async () => {
    for (let round = 0; round < 8; round++) {
      const invoice = await invoiced();
      const [cancelled, created] = await Promise.all([
        cancel(invoice.id),
        sendCredit(service(), scope, creditBody(scope, invoice)),
      ]);
      expect([
        [200, 422],
        [422, 201],
      ]).toContainEqual([cancelled.status, created.status]);
      const after = await detailOf(service(), scope, invoice.id);
      expect([after.status, (after['creditNotes'] as object[]).length]).toEqual(
        created.status === 201 ? ['issued', 1] : ['cancelled', 0],
      );
    }
  });
});

describe('GET /invoices?isCreditNote=true (completions-documents §3)', () => {
  it('lists credit notes in their own shape, filtered by status, parent, client and dates', async () => {
    scope = await creditingIn(service(), await readyCompany(service()));
    const invoice = await invoiced();
    const [open, done] = [
      await creditDraft(service(), scope, invoice),
      await creditIssued(service(), scope, invoice, { notes: 'Notă' }),
    ];
    const list = async (query: string) =>
      (await call<{ total: number; data: CreditNoteAnswer[] }>(service(), scope, 'GET', `/invoices?isCreditNote=true${query}`))
        .body;
    const all = await list('&direction=outgoing');
    expect([all.total, all.data.map(one => one.uuid)]).toEqual([2, [done.uuid, open.uuid]]);
    expect(all.data[0]).toEqual({
      ...{ id: done.id, uuid: done.id, number: done.number, direction: 'outgoing', isCreditNote: true, notes: 'Notă' },
      ...{ seriesId: scope.seriesId, series: { uuid: scope.seriesId, name: 'NC', prefix: 'NC', year: null, nextNumber: 2 } },
      ...{ clientId: scope.clientId, client: done['client'], parentDocumentId: invoice.id },
      parentDocument: {
        id: invoice.id,
        uuid: invoice.id,
        number: invoice.number,
        issueDate: invoice['issueDate'],
        total: '121.00',
      },
      ...{ status: 'issued', taxauthStatus: null, taxauthUploadIndex: null, currency: 'RON', exchangeRate: 1 },
      ...{ issueDate: done['issueDate'], dueDate: done['dueDate'], subtotal: '-50.00', vatAmount: '-10.50', total: '-60.50' },
      createdAt: done['createdAt'],
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect((await list('&status=draft')).data.map(one => one.uuid)).toEqual([open.uuid]);
    expect((await list('&status=issued,validated')).data.map(one => one.uuid)).toEqual([done.uuid]);
    expect((await list(`&parentDocumentId=${invoice.id}`)).total).toBe(2);
    expect((await list(`&clientId=${scope.clientId}&search=${done.number}`)).data.map(one => one.uuid)).toEqual([done.uuid]);
    expect((await list('&from=2099-01-01')).total).toBe(0);
    const plain = await call<{ total: number }>(service(), scope, 'GET', '/invoices?isCreditNote=false');
    expect(plain.body.total).toBe(1);
  });
});
