import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import type { Attachment, Export, Invoice, Refusal } from '../../support/contract.ts';
import { formWith, pdfText, PDF } from '../../support/files.ts';
import { call } from '../../support/invoices.ts';
import { rowsOf } from '../exports/calls.ts';
import { deliver, listedBy, newReceiver, type Receiver, supplierInvoice, synchronize } from '../../support/taxauth/received.ts';
import { useOwnService } from '../../support/service.ts';

/** Allowed and forbidden operations on received documents. */

const service = useOwnService();
let scope: Receiver;
let xml: string;
let id: string;
let creditId: string;

beforeAll(async () => {
  scope = await newReceiver(service(), { lasting: true });
  xml = supplierInvoice({ buyer: scope.cif, number: 'F-1', name: 'Țiriac și Fiii SRL' });
  await deliver(service(), scope, xml);
  await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number: 'S-1', root: 'CreditNote' }));
  await synchronize(service(), scope);
  const rows = await listedBy(service(), scope);
  id = rows.find(row => row.number === 'F-1')!.id;
  creditId = rows.find(row => row.number === 'S-1')!.id;
});

const request = <T>(method: string, path: string, body?: unknown) => call<T & Refusal>(service(), scope, method, path, body);
const detail = async (): Promise<Invoice> => (await request<Invoice>('GET', `/invoices/${id}`)).body;

describe('Received documents', () => {
  it.each([
    ['POST', 'issue', undefined],
    ['POST', 'submit', undefined],
    ['POST', 'upload', undefined],
    ['POST', 'cancel', { reason: 'It is not ours at all' }],
    ['POST', 'restore', undefined],
    ['PUT', '', { notes: 'Altceva' }],
    ['PUT', '', { internalNote: 'x', currency: 'EUR' }],
    ['DELETE', '', undefined],
  ])('cannot be changed by %s %s (409), nor can received credit notes', async (method, action, body) => {
    const before = await detail();
    for (const one of [id, creditId]) {
      const refused = await request(method, `/invoices/${one}${action && `/${action}`}`, body);
      expect(refused.status).toBe(409);
      expect(refused.body.error.details).toMatchObject({ status: 'synced' });
    }
    expect(await detail()).toEqual(before);
  });

  it('are paid in parts, never above the open amount, and payments can be removed', async () => {
    const pay = (body: object) =>
      request<{ payment: { id: string } }>('POST', `/invoices/${id}/payments`, { paymentDate: today(), ...body });
    const first = await pay({ amount: 21 });
    expect(first.status).toBe(201);
    expect(await detail()).toMatchObject({ paymentStatus: 'partially_paid', balance: 100, amountPaid: 21, status: 'synced' });
    expect((await pay({ amount: 100.02 })).status).toBe(422);
    expect((await pay({ amount: 1, currency: 'EUR' })).status).toBe(422);
    expect((await pay({ amount: 100 })).status).toBe(201);
    expect(await detail()).toMatchObject({ paymentStatus: 'paid', balance: 0 });
    expect((await request('DELETE', `/invoices/${id}/payments/${first.body.payment.id}`)).status).toBe(204);
    expect(await detail()).toMatchObject({ paymentStatus: 'partially_paid', balance: 21 });
    // A credit note of a supplier has nothing to pay.
    expect((await request('POST', `/invoices/${creditId}/payments`, { amount: 1, paymentDate: today() })).status).toBe(422);
  });

  it('accept attachments of the company, and deleting them', async () => {
    const added = await service().api('POST', `/api/v1/invoices/${id}/attachments`, { ...scope, body: formWith(PDF) });
    expect(added.status).toBe(201);
    const { id: attachmentId } = added.body as Attachment;
    expect((await request('DELETE', `/invoices/${id}/attachments/${attachmentId}`)).status).toBe(204);
  });

  it('are in the table of an export, and as PDF and XML in its archive', async () => {
    const table = await request<Buffer>('GET', '/invoices/export/csv');
    const row = rowsOf(table.body as unknown as Buffer).find(one => Object.values(one).includes('F-1'));
    expect(Object.values(row ?? {})).toEqual(expect.arrayContaining(['F-1', 'incoming', 'Cumpărător SRL']));
    const asked = await request<Export>('POST', '/invoices/export/zip', { invoiceIds: [id, creditId] });
    expect(asked.status).toBe(202);
    await service().idle();
    const job = await request<Export>('GET', `/exports/${asked.body.exportId}`);
    expect(job.body).toMatchObject({ status: 'completed' });
    const archive = await request<Buffer>('GET', `/exports/${job.body.filename}`);
    const files = unzipSync(new Uint8Array(archive.body as unknown as Buffer));
    const named = (ending: string) => Object.entries(files).filter(([name]) => name.endsWith(ending));
    expect([named('.pdf').length, named('.xml').length, named('.csv').length]).toEqual([2, 2, 1]);
    expect(named('.xml').map(([, bytes]) => strFromU8(bytes))).toContain(xml);
  });

  it('are printed as their supplier states them, and have its signature', async () => {
    const pdf = await request<Buffer>('GET', `/invoices/${id}/pdf`);
    const text = await pdfText(pdf.body as unknown as Buffer);
    for (const fact of ['F-1', 'Țiriac și Fiii SRL', '12345674', '121,00']) expect(text).toContain(fact);
    const served = await request<Buffer>('GET', `/invoices/${id}/xml`);
    expect(String(served.body)).toBe(xml);
    const verdict = await request<{ valid: boolean }>('POST', `/invoices/${id}/verify-signature`);
    expect(verdict.body).toMatchObject({ valid: true, xmlIntegrityValid: true, certificateChainValid: true });
  });
});

describe('the sealed archive of a received document', () => {
  it('is stored for longer than the authority keeps it', async () => {
    const archiveOf = async () =>
      Buffer.from((await request<Buffer>('GET', `/invoices/${id}/taxauth-response`)).body as unknown as Buffer);
    const before = await archiveOf();
    expect(before.subarray(0, 2).toString()).toBe('PK');
    await service().api('PUT', '/_local/taxauth', { body: { mode: 'down' } });
    await service().advance('P70D');
    expect((await archiveOf()).equals(before)).toBe(true);
    await service().api('PUT', '/_local/taxauth', { body: { mode: 'ok' } });
  });
});
