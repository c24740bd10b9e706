import { beforeAll, describe, expect, it } from 'vitest';
import type { Invoice, Refusal, SupplierPage, SupplierView } from '../../support/contract.ts';
import { creditBody, sendCredit } from '../../support/credit-notes.ts';
import { call, detailOf, invoiceBody, validated, xmlOf } from '../../support/invoices.ts';
import { deliver, listedBy, newReceiver, type Receiver, supplierInvoice, synchronize } from '../../support/taxauth/received.ts';
import { useService } from '../../support/service.ts';

const service = useService();

describe('two companies that trade through the tax authority', () => {
  it("receive each other's documents field by field, with supplier, files and signature", async () => {
    const [sellerScope, buyer] = [await newReceiver(service()), await newReceiver(service())];
    const client = await service().newClient(sellerScope, { name: 'Cumpărător SRL', cui: `RO${buyer.cif}` });
    const sent = await validated(service(), sellerScope, {
      ...invoiceBody(client.id),
      paymentTerms: 'În 30 de zile',
      orderNumber: 'PO-7',
      lines: [
        { description: 'Consultanță', quantity: 2.5, unitPrice: 100, vatRate: 21, unitOfMeasure: 'ora' },
        { description: 'Cărți', quantity: 3, unitPrice: 10.99, vatRate: 11, discountPercent: 10 },
      ],
    });
    await synchronize(service(), buyer);

    const [row, ...others] = await listedBy(service(), buyer);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ number: sent.number, status: 'synced', direction: 'incoming', total: sent.total });
    const received = await detailOf(service(), buyer, row!.id);
    for (const field of [
      'number',
      'currency',
      'issueDate',
      'dueDate',
      'subtotal',
      'vatTotal',
      'total',
      'discount',
      'paymentTerms',
      'orderNumber',
      'paymentMethod',
      'invoiceTypeCode',
      'exchangeRate',
    ] as const)
      expect(received[field], field).toEqual(sent[field]);
    expect(received.balance).toBe(sent.total);
    expect(
      received.lines.map(({ description, quantity, unitPrice, unitOfMeasure, vatRate, vatAmount, subtotal, total }) => ({
        description,
        quantity,
        unitPrice,
        unitOfMeasure,
        vatRate,
        vatAmount,
        subtotal,
        total,
      })),
    ).toEqual(
      sent.lines.map(({ description, quantity, unitPrice, unitOfMeasure, vatRate, vatAmount, subtotal, total }) => ({
        description,
        quantity,
        unitPrice,
        unitOfMeasure,
        vatRate,
        vatAmount,
        subtotal,
        total,
      })),
    );
    expect(received.supplier).toMatchObject({ cif: sellerScope.cif });
    expect(received).toMatchObject({ receiverName: 'Cumpărător SRL', receiverCif: buyer.cif, duplicateOf: null });
    expect(received.events.map(({ type, status }) => [type, status])).toEqual([['created', 'synced']]);

    expect(await xmlOf(service(), buyer, received.id)).toBe(await xmlOf(service(), sellerScope, sent.id));
    const pdf = await call<Buffer>(service(), buyer, 'GET', `/invoices/${received.id}/pdf`);
    expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-');
    const signature = await call<Buffer>(service(), buyer, 'GET', `/invoices/${received.id}/signature`);
    expect(signature.body.toString()).toContain('Signature');
    const verdict = await call<{ valid: boolean }>(service(), buyer, 'POST', `/invoices/${received.id}/verify-signature`);
    expect(verdict.body).toMatchObject({ valid: true, xmlIntegrityValid: true });
    const archive = await call<Buffer>(service(), buyer, 'GET', `/invoices/${received.id}/taxauth-response`);
    expect(archive.body.subarray(0, 2).toString()).toBe('PK');

    const { body: suppliers } = await call<SupplierPage>(service(), buyer, 'GET', '/suppliers');
    const [supplier] = Object.values(suppliers.data).flat();
    expect(supplier).toMatchObject({ cui: sellerScope.cif, source: 'taxauth', invoiceCount: 1, totalExpenses: sent.total });
    expect(row!.supplier.id).toBe(supplier!.id);
    const { body: shown } = await call<SupplierView>(service(), buyer, 'GET', `/suppliers/${supplier!.id}`);
    expect(shown.invoiceSummary).toEqual({
      ...{ totalCount: 1, totalExpenses: sent.total, averageInvoiceAmount: sent.total, lastInvoiceDate: sent.issueDate },
      ...{ fiscalSubtotal: sent.subtotal, fiscalVatTotal: sent.vatTotal, fiscalTotal: sent.total, payableTotal: sent.total },
    });
    expect(shown.recentInvoices).toMatchObject([
      { uuid: received.id, number: sent.number, totalAmount: sent.total, status: 'synced' },
    ]);

    // The seller's own list has it too: it is recognised there, and is not stored again.
    await synchronize(service(), sellerScope);
    expect(await listedBy(service(), sellerScope)).toMatchObject([{ id: sent.id, status: 'validated' }]);
  });
});

describe('A received invoice', () => {
  let scope: Receiver;
  let id: string;
  beforeAll(async () => {
    scope = await newReceiver(service());
    await deliver(service(), scope, supplierInvoice({ buyer: scope.cif }));
    await synchronize(service(), scope);
    id = (await listedBy(service(), scope))[0]!.id;
  });

  it.each([
    ['POST', 'issue', undefined],
    ['POST', 'submit', undefined],
    ['POST', 'upload', undefined],
    ['POST', 'cancel', { reason: 'It is not ours at all' }],
    ['DELETE', '', undefined],
  ])('cannot be changed by %s %s (409)', async (method, action, body) => {
    const refused = await call<Refusal>(service(), scope, method, `/invoices/${id}${action && `/${action}`}`, body);
    expect(refused.status).toBe(409);
    expect(refused.body.error.details).toMatchObject({ status: 'synced' });
  });

  it('accepts a note and a project, and no changes of what its supplier states', async () => {
    const noted = await call<{ invoice: Invoice }>(service(), scope, 'PUT', `/invoices/${id}`, {
      internalNote: 'Reparații sediu',
      projectReference: 'P-1',
    });
    expect(noted.status).toBe(200);
    expect(noted.body.invoice).toMatchObject({ internalNote: 'Reparații sediu', projectReference: 'P-1', status: 'synced' });
    for (const body of [
      { notes: 'x' },
      { internalNote: 'x', dueDate: '2027-01-01' },
      { lines: [{ description: 'x', quantity: 1, unitPrice: 1, vatRate: 21 }] },
    ])
      expect((await call(service(), scope, 'PUT', `/invoices/${id}`, body)).status).toBe(409);
    expect(await detailOf(service(), scope, id)).toMatchObject({ internalNote: 'Reparații sediu', dueDate: '2026-12-31' });
  });

  it('is paid like others, and counts as owed by the company', async () => {
    const totals = async () =>
      (await call<{ totals: object[] }>(service(), scope, 'GET', '/invoices?includeTotals=true')).body.totals;
    expect(await totals()).toMatchObject([{ payable: 121, receivable: 0 }]);
    const paid = await call(service(), scope, 'POST', `/invoices/${id}/payments`, { amount: 121, paymentDate: '2026-11-21' });
    expect(paid.status).toBe(201);
    expect(await detailOf(service(), scope, id)).toMatchObject({ paymentStatus: 'paid', balance: 0, status: 'synced' });
    expect(await totals()).toMatchObject([{ payable: 0, receivable: 0 }]);
  });

  it('cannot be credited here', async () => {
    const { body: series } = await call<{ id: string; type: string }[]>(service(), scope, 'GET', '/document-series');
    const { id: clientId } = await service().newClient(scope);
    const rates = await call<{ id: string }[]>(service(), scope, 'GET', '/vat-rates');
    const seriesId = series.find(one => one.type === 'credit_note')?.id ?? '';
    const vat = rates.body[0]?.id ?? '';
    const crediting = { ...scope, clientId, seriesId, vat21: vat, vat11: vat };
    const refused = await sendCredit(service(), crediting, creditBody(crediting, { id }));
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toMatchObject({ parentDocumentId: [expect.any(String)] });
  });
});
