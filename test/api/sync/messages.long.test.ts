import { beforeAll, describe, expect, it } from 'vitest';
import type { Attachment, Refusal, SupplierPage } from '../../support/contract.ts';
import { inEncoding } from '../../support/taxauth/encodings.ts';
import { PDF } from '../../support/files.ts';
import { call, connect, issued, validated, verdictOn, xmlOf } from '../../support/invoices.ts';
import { deliver, listedBy, newReceiver, type Receiver, supplierInvoice, synchronize } from '../../support/taxauth/received.ts';
import { useOwnService } from '../../support/service.ts';
import { type Message, useAnswers } from './answers-calls.ts';

const service = useOwnService();
const { detail, messages, authority } = useAnswers(service);

/** The document without letters that few encodings have, except those of a name. */
const plainBut = (name: string, xml: string): string =>
  xml
    .split(name)
    .map(part => part.normalize('NFD').replace(/\p{M}/gu, ''))
    .join(name);

describe('Documents in other encodings than UTF-8', () => {
  it.each([
    ['ISO-8859-1', 'Café Élysée SRL'],
    ['ISO-8859-2', 'Ţesătura Şerban SRL'],
    ['ISO-8859-16', 'Țesătura Șerban SRL'],
    ['Windows-1250', 'Ţesătura „Şerban” SRL'],
    ['windows-1252', 'Café “Élysée” SRL'],
    ['UTF-16', 'Țesătura „Șerban” SRL'],
    ['UTF-16BE', 'Țesătura „Șerban” SRL'],
    ['UTF-16LE', 'Țesătura „Șerban” SRL'],
  ])('are read as they declare (%s), and served byte by byte', async (encoding, name) => {
    const scope = await newReceiver(service());
    const bytes = inEncoding(plainBut(name, supplierInvoice({ buyer: scope.cif, name })), encoding);
    await deliver(service(), scope, bytes);
    await synchronize(service(), scope);
    const [row] = await listedBy(service(), scope);
    expect(row).toMatchObject({ number: 'F-1', total: 121, supplier: { name } });
    const xml = await call<Buffer>(service(), scope, 'GET', `/invoices/${row!.id}/xml`);
    expect(Buffer.from(xml.body).equals(bytes)).toBe(true);
    const suppliers = await call<SupplierPage>(service(), scope, 'GET', '/suppliers');
    expect(Object.values(suppliers.body.data).flat()).toMatchObject([{ name }]);
    const verdict = await call<{ valid: boolean }>(service(), scope, 'POST', `/invoices/${row!.id}/verify-signature`);
    expect(verdict.body).toMatchObject({ valid: true, xmlIntegrityValid: true });
  });

  it('are rejected with the reason where their bytes are of another encoding', async () => {
    const scope = await newReceiver(service());
    const bytes = Buffer.from(plainBut('Café SRL', supplierInvoice({ buyer: scope.cif, name: 'Café SRL' })), 'latin1');
    await deliver(service(), scope, bytes);
    await synchronize(service(), scope);
    expect(await listedBy(service(), scope)).toEqual([]);
    expect(await messages(scope)).toMatchObject([
      { status: 'error', details: { message: expect.stringContaining('bytes that are not UTF-8') } },
    ]);
  });
});

describe('Messages about documents that the company sent', () => {
  it('link the errors of the authority to the invoice that it rejected', async () => {
    const scope = await newReceiver(service());
    await authority({ mode: 'reject', errors: ['[BR-RO-110] Codul judetului'] });
    const { id, number } = await issued(service(), scope);
    const sent = await call(service(), scope, 'POST', `/invoices/${id}/submit`);
    expect(await verdictOn(scope, sent.body)).toBe('rejected');
    await authority({ mode: 'ok' });
    await synchronize(service(), scope);
    const [message, ...others] = await messages(scope);
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      messageType: 'error',
      status: 'error',
      invoiceId: id,
      details: { message: expect.stringContaining('BR-RO-110') },
    });
    const shown = await call<{ invoice: object }>(service(), scope, 'GET', `/efactura-messages/${message!.uuid}`);
    expect(shown.body.invoice).toMatchObject({ number });
    const errors = await call<{ data: Message[] }>(service(), scope, 'GET', `/efactura-messages?search=${number}`);
    expect(errors.body.data).toHaveLength(1);
  });

  /** A company of the same tax number elsewhere: another program that sends for the company. */
  async function twinOf(scope: Receiver): Promise<Receiver> {
    const twin = await service().newCompany(await service().newUser(), { cif: scope.cif, vatCode: `RO${scope.cif}` });
    await connect(service(), twin);
    return { ...twin, cif: scope.cif };
  }

  it('mark an invoice that another program sent as validated, with the file that was sent', async () => {
    const scope = await newReceiver(service());
    const twin = await twinOf(scope);
    const buyer = { name: 'Altul SRL', cui: 'RO40123452' };
    const ours = await issued(service(), scope, { clientId: (await service().newClient(scope, buyer)).id });
    const theirs = await validated(service(), twin, { clientId: (await service().newClient(twin, buyer)).id });
    expect(theirs.number).toBe(ours.number);
    expect(await detail(scope, ours.id)).toMatchObject({ status: 'issued', taxauthUploadIndex: null });
    await synchronize(service(), scope);
    const sent = await detail(twin, theirs.id);
    const merged = await detail(scope, ours.id);
    expect(merged).toMatchObject({
      status: 'validated',
      taxauthStatus: 'validated',
      taxauthUploadIndex: sent.taxauthUploadIndex,
      taxauthDownloadId: sent.taxauthDownloadId,
      taxauthValidationErrors: null,
    });
    expect(merged.events[0]).toMatchObject({ type: 'taxauth_validated', status: 'validated' });
    expect(await listedBy(service(), scope)).toMatchObject([{ id: ours.id, status: 'validated' }]);
    expect(await messages(scope)).toMatchObject([{ messageType: 'response', status: 'ok', invoiceId: ours.id }]);
    expect(await xmlOf(service(), scope, ours.id)).toBe(await xmlOf(service(), twin, theirs.id));
    const verdict = await call<{ valid: boolean }>(service(), scope, 'POST', `/invoices/${ours.id}/verify-signature`);
    expect(verdict.body).toMatchObject({ valid: true, xmlIntegrityValid: true });
    expect((await call(service(), scope, 'POST', `/invoices/${ours.id}/submit`)).status).toBe(409);
  });

  it('do not change an invoice of the same number with another total, and get a warning', async () => {
    const scope = await newReceiver(service());
    const twin = await twinOf(scope);
    const buyer = { name: 'Altul SRL', cui: 'RO40123452' };
    const ours = await issued(service(), scope, {
      clientId: (await service().newClient(scope, buyer)).id,
      lines: [{ description: 'Altceva', quantity: 1, unitPrice: 1, vatRate: 21 }],
    });
    await validated(service(), twin, { clientId: (await service().newClient(twin, buyer)).id });
    await synchronize(service(), scope);
    expect(await detail(scope, ours.id)).toMatchObject({ status: 'issued', taxauthUploadIndex: null });
    expect(await listedBy(service(), scope)).toHaveLength(1);
    expect(await messages(scope)).toMatchObject([
      { status: 'warning', invoiceId: ours.id, details: { message: expect.stringContaining('another date, currency or total') } },
    ]);
  });
});

describe('Files inside the XML', () => {
  const embedded = (id: string, fileName: string, mimeCode: string, content: Uint8Array): string =>
    `<cac:AdditionalDocumentReference><cbc:ID>${id}</cbc:ID><cbc:DocumentDescription>Anexă</cbc:DocumentDescription><cac:Attachment>
      <cbc:EmbeddedDocumentBinaryObject mimeCode="${mimeCode}" filename="${fileName}">${Buffer.from(content).toString('base64')}</cbc:EmbeddedDocumentBinaryObject>
    </cac:Attachment></cac:AdditionalDocumentReference>`;
  const PAGE = Buffer.from('<!DOCTYPE html><script>alert(1)</script>');
  let scope: Receiver;
  let id: string;
  beforeAll(async () => {
    scope = await newReceiver(service());
    const extra =
      embedded('A-1', 'deviz.pdf', 'application/pdf', PDF) +
      embedded('A-2', '../../etc/&#x202E;fdp.html', 'application/pdf', PAGE) +
      embedded('A-3', '', 'text/csv', Buffer.from('a;b\n1;2\n')) +
      '<cac:AdditionalDocumentReference><cbc:ID>A-4</cbc:ID></cac:AdditionalDocumentReference>';
    await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, extra }));
    await synchronize(service(), scope);
    id = (await listedBy(service(), scope))[0]!.id;
  });

  it('are attachments: typed by their content, with safe names', async () => {
    const { body } = await call<Attachment[]>(service(), scope, 'GET', `/invoices/${id}/attachments`);
    expect(body.map(({ filename, mimeType, size, description }) => [filename, mimeType, size, description]).sort()).toEqual(
      [
        ['deviz.pdf', 'application/pdf', PDF.length, 'A-1: Anexă'],
        ['document.csv', 'text/csv', 8, 'A-3: Anexă'],
        ['fdp.html.bin', 'application/octet-stream', PAGE.length, 'A-2: Anexă'],
      ].sort(),
    );
    expect((await detail(scope, id)).attachments).toHaveLength(3);
    for (const [filename, content] of [
      ['deviz.pdf', PDF],
      ['fdp.html.bin', PAGE],
    ] as const) {
      const { id: attachmentId } = body.find(one => one.filename === filename)!;
      const file = await call<Buffer>(service(), scope, 'GET', `/invoices/${id}/attachments/${attachmentId}`);
      expect(Buffer.from(file.body).equals(content)).toBe(true);
      expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
      expect(file.headers.get('content-security-policy')).toContain('sandbox');
    }
  });

  it('cannot be deleted (409)', async () => {
    const { body } = await call<Attachment[]>(service(), scope, 'GET', `/invoices/${id}/attachments`);
    const refused = await call<Refusal>(service(), scope, 'DELETE', `/invoices/${id}/attachments/${body[0]!.id}`);
    expect(refused.status).toBe(409);
    expect(refused.body.error.details).toEqual({ status: 'synced', reason: 'received' });
    expect((await call<Attachment[]>(service(), scope, 'GET', `/invoices/${id}/attachments`)).body).toHaveLength(3);
  });
});
