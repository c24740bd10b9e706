import { X509Certificate } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAnswerArchive } from '#shared/authority/taxauth/client/archive.ts';
import { taxauthClient } from '#shared/authority/taxauth/client/client.ts';
import type { TaxauthClient, Upload } from '#shared/authority/taxauth/client/client.ts';
import { TaxauthRefused } from '#shared/authority/taxauth/client/errors.ts';
import { now, setTimeSource } from '#shared/base/kernel/clock.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { checkSignature, BUYER, CIF, errorOf, freshTaxauth, ubl, uncounted } from './support.ts';

let taxauth: Awaited<ReturnType<typeof freshTaxauth>>;
let client: TaxauthClient;

const invoice = (number = 'FCT-2026-001'): Upload => ({ cif: CIF, xml: ubl({ number }), standard: 'UBL' });
const connect = (token: string, timeoutMs?: number): TaxauthClient =>
  taxauthClient({ send: uncounted, baseUrl: taxauth.baseUrl, token, ...(timeoutMs === undefined ? {} : { timeoutMs }) });

beforeEach(async () => {
  taxauth = await freshTaxauth();
  client = connect(taxauth.createToken({ cif: CIF }).token);
});
afterEach(async () => {
  setTimeSource(() => Date.now());
  await taxauth.remove();
});

/** Uploads and polls until there is a result. */
async function verdictOf(upload: Upload): Promise<{ uploadIndex: string; downloadId: string; state: 'ok' | 'nok' }> {
  const { uploadIndex } = await client.uploadInvoice(upload);
  for (;;) {
    const { state, downloadId } = await client.checkStatus(uploadIndex);
    if (state !== 'in_process') return { uploadIndex, downloadId: downloadId ?? '', state };
  }
}

const archiveOf = async (downloadId: string): Promise<ReturnType<typeof readAnswerArchive>> =>
  readAnswerArchive(await client.downloadAnswer(downloadId));

describe('a valid invoice', () => {
  it('is accepted for processing, in process once, accepted, and returned byte for byte', async () => {
    const { uploadIndex } = await client.uploadInvoice(invoice());
    expect(await client.checkStatus(uploadIndex)).toEqual({ state: 'in_process', downloadId: null });
    const { state, downloadId } = await client.checkStatus(uploadIndex);
    expect(state).toBe('ok');

    const archive = await archiveOf(downloadId ?? '');
    expect(archive).toMatchObject({ document: ubl(), documentRoot: 'Invoice', errors: [], uploadIndex });
    expect(taxauth.received()).toEqual({
      uploads: [
        {
          index: Number(uploadIndex),
          at: expect.any(String),
          cif: CIF,
          standard: 'UBL',
          number: 'FCT-2026-001',
          sha256: sha256(ubl()),
          verdict: 'ok',
          ...{ b2c: false, extern: false, autofactura: false },
        },
      ],
      declarations: [],
    });
  });

  it.each([0, 3])('is in process as often as the simulator is configured: %i times', async processing => {
    taxauth.configure({ processing });
    const { uploadIndex } = await client.uploadInvoice(invoice());
    for (let check = 0; check < processing; check++) expect((await client.checkStatus(uploadIndex)).state).toBe('in_process');
    expect((await client.checkStatus(uploadIndex)).state).toBe('ok');
  });

  it('to a consumer or abroad is sent to its own endpoint with its own flag', async () => {
    const b2c = await verdictOf({ ...invoice('B2C-1'), b2c: true });
    const abroad = await verdictOf({ ...invoice('EXT-1'), cif: `RO${CIF}`, external: true });
    expect([b2c.state, abroad.state]).toEqual(['ok', 'ok']);
  });

  it('self-billed is sent with its flag, and is the buyer’s: without it the seller must be the uploader', async () => {
    const mine = ubl({ number: 'SELF-1', cif: BUYER, buyer: CIF });
    expect((await verdictOf({ cif: CIF, xml: mine, standard: 'UBL', selfBilled: true })).state).toBe('ok');
    const { index, autofactura } = taxauth.received().uploads.at(-1) ?? {};
    expect([typeof index, autofactura]).toEqual(['number', true]);
    expect((await verdictOf({ cif: CIF, xml: mine.replace('SELF-1', 'SELF-2'), standard: 'UBL' })).state).toBe('nok');
    expect((await verdictOf({ ...invoice('SELF-3'), selfBilled: true })).state).toBe('nok');
  });

  it('a credit note is sent with standard CN', async () => {
    const note = ubl({ root: 'CreditNote', number: 'CN-1' });
    expect((await verdictOf({ cif: CIF, xml: note, standard: 'CN' })).state).toBe('ok');
    expect(await errorOf(client.uploadInvoice({ cif: CIF, xml: note, standard: 'UBL' }))).toBeInstanceOf(TaxauthRefused);
  });
});

describe('the signature of a response', () => {
  it.each(['ok', 'reject'] as const)(
    'of mode %s verifies: digest over the raw bytes, RSA-SHA256, certificate of the trust anchor',
    async mode => {
      taxauth.configure({ mode });
      const archive = await archiveOf((await verdictOf(invoice())).downloadId);
      const { digest, value, certificate } = checkSignature(archive.signature ?? '', archive.signedBytes);
      expect({ digest, value }).toEqual({ digest: true, value: true });

      const anchor = new X509Certificate(taxauth.trust.anchor);
      expect(anchor.ca).toBe(true);
      expect(certificate.ca).toBe(false);
      expect(certificate.checkIssued(anchor) && certificate.verify(anchor.publicKey)).toBe(true);
      expect(anchor.checkIssued(anchor) && anchor.verify(anchor.publicKey)).toBe(true);
      expect(certificate.validFromDate < now() && now() < certificate.validToDate).toBe(true);
    },
  );

  it('does not verify over other bytes', async () => {
    const archive = await archiveOf((await verdictOf(invoice())).downloadId);
    expect(checkSignature(archive.signature ?? '', Buffer.from(ubl({ number: 'OTHER-1' }))).digest).toBe(false);
    const forged = (archive.signature ?? '').replace(/(<DigestValue>)./, '$1/');
    expect(checkSignature(forged, archive.signedBytes).value).toBe(false);
  });
});

describe('a rejected document', () => {
  it('has result nok, and its archive contains the errors', async () => {
    taxauth.configure({ mode: 'reject', errors: ['[BR-RO-110] "county" <RO-XX>', 'second'] });
    const { state, downloadId, uploadIndex } = await verdictOf(invoice());
    expect(state).toBe('nok');
    expect(await archiveOf(downloadId)).toMatchObject({ errors: ['[BR-RO-110] "county" <RO-XX>', 'second'], uploadIndex });
    const { messages } = await client.listMessages({ cif: CIF, days: 1, filter: 'E' });
    expect(messages).toMatchObject([{ type: 'errors', uploadIndex, id: downloadId }]);
  });

  it.each([
    ['another customization', ubl({ customization: 'urn:cen.eu:en16931:2017' }), 'BR-RO-001'],
    ['a number without a digit', ubl({ number: 'ABC' }), 'BR-RO-010'],
    ['a seller who is not the uploader', ubl({ cif: '9999999' }), 'nu corespunde'],
  ])('mode ok finds %s', async (_case, xml, text) => {
    const { state, downloadId } = await verdictOf({ ...invoice(), xml });
    expect(state).toBe('nok');
    expect((await archiveOf(downloadId)).errors.join()).toContain(text);
  });

  it('mode accept accepts them all', async () => {
    taxauth.configure({ mode: 'accept' });
    expect((await verdictOf({ ...invoice(), xml: ubl({ number: 'ABC', customization: 'x', cif: '1' }) })).state).toBe('ok');
    expect((await verdictOf({ ...invoice(), xml: 'not XML' })).state).toBe('ok');
  });

  it.each([
    ['cut', ubl().slice(0, -5)],
    ['with a document type', ubl().replace('?>', '?><!DOCTYPE Invoice [<!ENTITY a "b">]>')],
    ['with another root', '<Invoice1 xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>'],
  ])('a file %s is rejected at upload and not processed', async (_case, xml) => {
    const error = await errorOf(client.uploadInvoice({ ...invoice(), xml }));
    expect(error).toBeInstanceOf(TaxauthRefused);
    expect(error.message).toContain('Fisierul transmis nu este valid');
    expect(taxauth.received().uploads).toEqual([]);
  });

  it('more than 10 MB is rejected by the client before it is sent, and by the authority', async () => {
    const xml = ubl() + ' '.repeat(10 * 1024 * 1024);
    expect(await errorOf(client.uploadInvoice({ ...invoice(), xml }))).toBeInstanceOf(TaxauthRefused);
    const { token } = taxauth.createToken({ cif: CIF });
    const answer = await fetch(`${taxauth.baseUrl}/upload?standard=UBL&cif=${CIF}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: xml,
    });
    expect(await answer.text()).toContain('Marime fisier transmis mai mare de 10 MB.');
    expect(taxauth.received().uploads).toEqual([]);
  });
});

describe('a repeated document', () => {
  it('is rejected with the index of the first', async () => {
    const first = await verdictOf(invoice());
    const second = await verdictOf(invoice());
    expect([first.state, second.state]).toEqual(['ok', 'nok']);
    expect((await archiveOf(second.downloadId)).duplicateOf).toBe(first.uploadIndex);
  });

  it('is accepted once even when both uploads are simultaneous', async () => {
    await Promise.all([client.uploadInvoice(invoice()), client.uploadInvoice(invoice()), client.uploadInvoice(invoice())]);
    expect(
      taxauth
        .received()
        .uploads.map(({ verdict }) => verdict)
        .sort(),
    ).toEqual(['nok', 'nok', 'ok']);
  });

  it('is no duplicate when the first was rejected, when the number differs, or when it is the credit note of that number', async () => {
    taxauth.configure({ mode: 'reject' });
    await verdictOf(invoice());
    taxauth.configure({ mode: 'ok' });
    expect((await verdictOf(invoice())).state).toBe('ok');
    expect((await verdictOf(invoice('FCT-2026-002'))).state).toBe('ok');
    expect((await verdictOf({ cif: CIF, xml: ubl({ root: 'CreditNote' }), standard: 'CN' })).state).toBe('ok');
  });
});
