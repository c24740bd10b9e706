import { describe, expect, it } from 'vitest';
import type { Attachment, Journal, SupplierView } from '../../support/contract.ts';
import { formWith, PDF } from '../../support/files.ts';
import { nextNumber, purchaseBody, purchased, sendPurchase, SUPPLIERS } from '../../support/purchases/purchases.ts';
import { received } from '../../support/taxauth/received.ts';
import { useTrader } from '../../support/trader.ts';

/** PUT and DELETE /purchases/{uuid} (PUR-10, PUR-11), and files of purchases. */

const trader = useTrader();
const { newTrader } = trader;
const { request } = trader;

type Own = Awaited<ReturnType<typeof newTrader>>;
const journalOf = async (own: Own, period: string) =>
  (await own.request<Journal>('GET', `/reports/journal?role=purchase&period=${period}`)).body.data;
const summaryOf = async (own: Own, id: string | null) =>
  (await own.request<SupplierView>('GET', `/suppliers/${id}`)).body.invoiceSummary;

describe('PUT /purchases/{uuid}', () => {
  it('replaces the purchase, and moves its row in the journal and the sums of its suppliers', async () => {
    const own = await newTrader();
    const made = await purchased(own, { notes: 'Stejar' });
    const kept = await purchased(own);
    const french = { name: 'Bois SA', vatCode: 'FR12345678901', country: 'FR' };
    const body = purchaseBody({ supplier: french, issueDate: '2026-10-31', groups: [{ base: 300 }], selfAssessedRate: 11 });
    const { status, body: changed } = await own.request('PUT', `/purchases/${made.id}`, body);
    expect(status).toBe(200);
    expect(changed).toMatchObject({
      ...{
        id: made.id,
        number: body.number,
        total: 300,
        balance: 300,
        notes: null,
        supplier: { name: 'Bois SA' },
        vatSelfAssessed: 33,
      },
      createdAt: made.createdAt,
    });
    expect(changed.events.map(({ details }) => details)).toEqual(['Purchase changed', 'Purchase entered by hand']);
    expect((await own.detailOf(made.id)).total).toBe(300);
    expect((await journalOf(own, '2026-11')).map(({ documentId }) => documentId)).toEqual([kept.id]);
    expect(await journalOf(own, '2026-10')).toMatchObject([
      { documentId: made.id, partner: { country: 'FR' }, groups: [{ baseLei: 300, selfAssessedLei: 33 }] },
    ]);
    expect(await summaryOf(own, made.supplier.id)).toMatchObject({ totalCount: 1, totalExpenses: 1000 });
    expect(await summaryOf(own, changed.supplier.id)).toMatchObject({ totalCount: 1, totalExpenses: 300 });
    // Its old number is free, its new one is taken.
    expect((await sendPurchase(own, purchaseBody({ number: made.number }))).status).toBe(201);
    expect((await sendPurchase(own, body)).status).toBe(409);
  });

  it('changes the amounts alone, at the same place in the journal', async () => {
    const own = await newTrader();
    const body = purchaseBody();
    const { id, supplier } = await purchased(own, body);
    expect((await own.request('PUT', `/purchases/${id}`, { ...body, groups: [{ base: 500 }] })).status).toBe(200);
    expect(await journalOf(own, '2026-11')).toMatchObject([{ groups: [{ baseLei: 500, selfAssessedLei: 105 }] }]);
    expect(await summaryOf(own, supplier.id)).toMatchObject({ totalCount: 1, totalExpenses: 500 });
  });

  it('is refused with 409 for the number of another purchase, and 422 for what its kind does not allow', async () => {
    const [one, other] = [purchaseBody(), purchaseBody()];
    const { id } = await purchased(trader, one);
    const { id: otherId } = await purchased(trader, other);
    expect(await request('PUT', `/purchases/${id}`, other)).toMatchObject({
      ...{ status: 409, body: { error: { details: { reason: 'duplicate', documentId: otherId } } } },
    });
    expect((await request('PUT', `/purchases/${id}`, { ...one, kind: 'import' })).status).toBe(422);
    expect((await request('PUT', `/purchases/${id}`, one)).status).toBe(200);
  });

  it('keeps the VAT of a supplier with VAT on collection due with payments', async () => {
    const own = await newTrader();
    const collecting = { kind: 'invoice', supplier: SUPPLIERS.romanian, tvaLaIncasare: true, groups: [{ base: 100, rate: 21 }] };
    const body = purchaseBody(collecting);
    const made = await purchased(own, body);
    expect(made).toMatchObject({ vatDeductible: 0, vatDeferred: 21 });
    const changed = await own.request('PUT', `/purchases/${made.id}`, { ...body, groups: [{ base: 200, rate: 21 }] });
    expect(changed.body).toMatchObject({ vatDeductible: 0, vatDeferred: 42 });
    await own.request('POST', `/invoices/${made.id}/payments`, { amount: 121, paymentDate: '2026-11-29' });
    // Half of 242 was paid.
    expect(await journalOf(own, '2026-11')).toMatchObject([
      { paymentId: null, groups: [{ vatLei: 42, vatDueLei: 0 }] },
      { source: 'manual', groups: [{ vatDueLei: 21, deductibleLei: 21 }] },
    ]);
    const plain = { ...body, tvaLaIncasare: false, groups: [{ base: 200, rate: 21 }] };
    expect((await own.request('PUT', `/purchases/${made.id}`, plain)).status).toBe(409);
  });
});

describe('DELETE /purchases/{uuid}', () => {
  it('removes the purchase with its files, its row in the journal and its part of the supplier’s sums', async () => {
    const own = await newTrader();
    const body = purchaseBody({ idempotencyKey: nextNumber() });
    const made = await purchased(own, body);
    const { body: file } = await own.request<Attachment>('POST', `/invoices/${made.id}/attachments`, formWith(PDF));
    expect((await own.request('DELETE', `/purchases/${made.id}`)).status).toBe(204);
    expect((await own.request('GET', `/invoices/${made.id}`)).status).toBe(404);
    expect((await own.request('GET', `/invoices/${made.id}/attachments/${file.id}`)).status).toBe(404);
    expect(await journalOf(own, '2026-11')).toEqual([]);
    expect(await summaryOf(own, made.supplier.id)).toMatchObject({ totalCount: 0, totalExpenses: 0 });
    const again = await purchased(own, body);
    expect(again.id).not.toBe(made.id);
  });

  it('also when its supplier was removed before', async () => {
    const own = await newTrader();
    const { id, supplier } = await purchased(own);
    expect((await own.request('DELETE', `/suppliers/${supplier.id}`)).status).toBe(204);
    expect((await own.request('DELETE', `/purchases/${id}`)).status).toBe(204);
  });
});

describe.each(['PUT', 'DELETE'] as const)('%s /purchases/{uuid}', method => {
  const change = (id: string) => request(method, `/purchases/${id}`, method === 'PUT' ? purchaseBody() : undefined);

  it('is refused with 409 for a purchase with payments, until they are removed', async () => {
    const { id } = await purchased(trader);
    const paid = await request<{ payment: { id: string } }>('POST', `/invoices/${id}/payments`, {
      amount: 1,
      paymentDate: '2026-11-20',
    });
    expect(await change(id)).toMatchObject({ status: 409, body: { error: { details: { reason: 'has_payments' } } } });
    await request('DELETE', `/invoices/${id}/payments/${paid.body.payment.id}`);
    expect((await change(id)).status).toBeLessThan(300);
  });

  it('is refused with 409 for a purchase that a received credit note takes back from', async () => {
    const own = await newTrader();
    const stated = { number: 'F-90', issueDate: '2026-11-04' };
    const supplier = { name: 'Furnizor SRL', cif: '12345674', country: 'RO' };
    const body = purchaseBody({ ...stated, kind: 'invoice', supplier, groups: [{ base: 100, rate: 21 }] });
    const { id } = await purchased(own, body);
    await received(own.scope, { root: 'CreditNote', number: 'F-91', seller: supplier.cif, names: stated });
    expect(await own.detailOf(id)).toMatchObject({ creditedAmount: 121, balance: 0 });
    expect(await own.request(method, `/purchases/${id}`, method === 'PUT' ? body : undefined)).toMatchObject({
      ...{ status: 409, body: { error: { details: { reason: 'has_credit_notes' } } } },
    });
  });

  it('is refused with 409 for documents that were not entered by hand, and 404 for unknown ones', async () => {
    const delivered = await received(trader.scope);
    const { id: draft } = await trader.draft();
    for (const id of [delivered, draft])
      expect(await change(id)).toMatchObject({ status: 409, body: { error: { details: { reason: 'not_manual' } } } });
    const other = await newTrader();
    expect((await change((await purchased(other)).id)).status).toBe(404);
  });
});

describe('a purchase that the authority delivers after it was entered', () => {
  const supplier = { name: 'Furnizor SRL', cif: '12345674', country: 'RO' };
  const stated = { number: 'F-95', issueDate: '2026-11-04' };
  const entered = { ...stated, kind: 'invoice', supplier, groups: [{ base: 200, rate: 21 }] };

  async function twice() {
    const own = await newTrader();
    const { id } = await purchased(own, entered);
    const delivered = await received(own.scope, { ...stated, seller: supplier.cif });
    expect((await journalOf(own, '2026-11')).map(({ documentId }) => documentId)).toEqual([id]);
    return { own, id, delivered };
  }

  it('counts as it was delivered, once the one that was entered is removed', async () => {
    const { own, id, delivered } = await twice();
    expect((await own.request('DELETE', `/purchases/${id}`)).status).toBe(204);
    const detail = await own.detailOf(delivered);
    expect(detail).toMatchObject({ duplicateOf: null, source: 'taxauth' });
    expect(detail.events[0]).toMatchObject({
      type: 'updated',
      details: 'Counts in place of the purchase that was entered by hand',
    });
    // 100 lei and 21 lei of VAT were delivered.
    expect(await journalOf(own, '2026-11')).toMatchObject([
      { documentId: delivered, groups: [{ baseLei: 100, deductibleLei: 21 }] },
    ]);
    expect(await sendPurchase(own, entered)).toMatchObject({
      ...{ status: 409, body: { error: { details: { reason: 'duplicate', documentId: delivered } } } },
    });
    await received(own.scope, { root: 'CreditNote', number: 'F-96', seller: supplier.cif, names: stated });
    expect(await own.detailOf(delivered)).toMatchObject({ creditedAmount: 121 });
  });

  it('keeps number, supplier and date: 409; its amounts can be changed', async () => {
    const { own, id, delivered } = await twice();
    for (const other of [{ number: 'F-97' }, { issueDate: '2026-11-03' }, { supplier: SUPPLIERS.romanian }])
      expect(await own.request('PUT', `/purchases/${id}`, { ...entered, ...other })).toMatchObject({
        ...{ status: 409, body: { error: { details: { reason: 'duplicate', documentId: delivered } } } },
      });
    expect((await own.request('PUT', `/purchases/${id}`, { ...entered, groups: [{ base: 100, rate: 21 }] })).status).toBe(200);
    expect((await own.request('DELETE', `/purchases/${id}`)).status).toBe(204);
    expect(await own.detailOf(delivered)).toMatchObject({ duplicateOf: null });
  });
});

describe('a supplier’s document that takes back, which the authority delivers after it was entered', () => {
  const supplier = { name: 'Furnizor SRL', cif: '12345674', country: 'RO' };
  const invoice = { number: 'F-101', issueDate: '2026-11-04' };
  const note = { number: 'F-102', issueDate: '2026-11-06' };
  const entered = (stated: object, base: number) => ({ ...stated, kind: 'invoice', supplier, groups: [{ base, rate: 21 }] });
  const crediting = { ...note, root: 'CreditNote', seller: supplier.cif, net: '50.00', vat: '10.50', names: invoice } as const;

  it('credits the invoice that it names, once the one that was entered is removed (SET-35)', async () => {
    const own = await newTrader();
    const { id: charged } = await purchased(own, entered(invoice, 100));
    const { id } = await purchased(own, entered(note, -50));
    const delivered = await received(own.scope, crediting);
    expect(await own.detailOf(charged)).toMatchObject({ creditedAmount: 0, balance: 121 });
    expect((await own.request('DELETE', `/purchases/${id}`)).status).toBe(204);
    expect(await own.detailOf(charged)).toMatchObject({ creditedAmount: 60.5, balance: 60.5 });
    expect(await own.detailOf(delivered)).toMatchObject({ duplicateOf: null, parentDocument: { number: invoice.number } });
  });

  it('lowers the VAT that is not deductible yet, under VAT on collection (SET-38)', async () => {
    const own = await newTrader();
    await own.request('PATCH', `/companies/${own.scope.company}`, { vatOnCollection: true });
    const { id: charged } = await purchased(own, entered(invoice, 100));
    const { id } = await purchased(own, entered(note, -50));
    const delivered = await received(own.scope, crediting);
    expect((await own.request('DELETE', `/purchases/${id}`)).status).toBe(204);
    expect(await own.detailOf(charged)).toMatchObject({ vatDeferred: 10.5, vatDeductible: 0 });
    expect(await own.detailOf(delivered)).toMatchObject({ vatDeferred: 0, vatDeductible: 0 });
  });
});

describe('a purchase that a received credit note waits for', () => {
  const supplier = { name: 'Furnizor SRL', cif: '12345674', country: 'RO' };
  const invoice = { number: 'F-111', issueDate: '2026-11-04' };
  const entered = { ...invoice, kind: 'invoice', supplier, groups: [{ base: 100, rate: 21 }] };
  const note = { root: 'CreditNote', number: 'F-112', issueDate: '2026-11-06', seller: supplier.cif, names: invoice } as const;

  it.each<[string, 'before' | 'after', object]>([
    ['number', 'before', { number: 'F-110' }],
    ['supplier', 'before', { supplier: SUPPLIERS.romanian }],
    ['day', 'before', { issueDate: '2026-11-03' }],
    ['day', 'after', { issueDate: '2026-11-03' }],
    ['sign', 'before', { groups: [{ base: -100, rate: 21 }] }],
  ])('is credited when its wrong %s is corrected, by a note %s it (PUR-10)', async (_, when, mistake) => {
    const own = await newTrader();
    const early = when === 'before' && (await received(own.scope, { ...note, net: '50.00', vat: '10.50' }));
    const { id } = await purchased(own, { ...entered, ...mistake });
    const credit = early || (await received(own.scope, { ...note, net: '50.00', vat: '10.50' }));
    expect(await own.detailOf(id)).toMatchObject({ creditedAmount: 0 });
    const changed = await own.request('PUT', `/purchases/${id}`, entered);
    expect(changed).toMatchObject({ status: 200, body: { creditedAmount: 60.5, balance: 60.5 } });
    const detail = await own.detailOf(id);
    expect(detail).toMatchObject({ ...invoice, creditedAmount: 60.5, balance: 60.5 });
    expect(detail.events.slice(0, 2).map(({ details }) => details)).toEqual(['Credited by F-112: 60.50 RON', 'Purchase changed']);
    expect(await own.detailOf(credit)).toMatchObject({ parentDocument: { number: invoice.number } });
    expect(await own.request('PUT', `/purchases/${id}`, entered)).toMatchObject({
      ...{ status: 409, body: { error: { details: { reason: 'has_credit_notes' } } } },
    });
  });
});

describe('files of a purchase', () => {
  it('are added, listed, read and removed', async () => {
    const { id } = await purchased(trader);
    const { status, body: file } = await request<Attachment>('POST', `/invoices/${id}/attachments`, formWith(PDF));
    expect(status).toBe(201);
    expect((await trader.detailOf(id)).attachments).toMatchObject([{ id: file.id }]);
    expect((await request('GET', `/invoices/${id}/attachments/${file.id}`)).status).toBe(200);
    expect((await request('DELETE', `/invoices/${id}/attachments/${file.id}`)).status).toBe(204);
    expect((await trader.detailOf(id)).attachments).toEqual([]);
  });
});
