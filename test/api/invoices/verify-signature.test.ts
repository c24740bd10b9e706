import { strToU8, unzipSync, zipSync } from 'fflate';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getFile, putFile, removeFile } from '../../../shared/aws/documents-bucket.ts';
import { answerKey } from '../../../shared/invoices/submission/stored-answer.ts';
import type { Answered, Invoice, Refusal } from '../../support/contract.ts';
import { FORGED } from '../../support/einvoice/signature-lab.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { invoicesCalls } from './signature-calls.ts';

const service = useOwnService();
const { scope, request, act, draft, issued, validated, detailOf } = useTrader({ service, connected: true });
const { simulator } = invoicesCalls(service);
/** One that went all the way: issued, submitted, validated by the poll. */
let invoice: Invoice;
/** Where its files are stored, and what they hold at first. */
let key: { answer: string; xml: string };
let original: { answer: Uint8Array; xml: Uint8Array };

const bytesOf = async (file: string): Promise<Uint8Array> => (await getFile(file))?.bytes ?? new Uint8Array();
const store = (answer: Uint8Array): Promise<void> => putFile(key.answer, answer, 'application/zip');
const answerKeyOf = ({ id, taxauthSubmissionId }: Invoice): string =>
  answerKey({ companyId: scope.company, invoiceId: id, submissionId: String(taxauthSubmissionId) });

beforeAll(async () => {
  const { id } = await issued();
  expect((await act(id, 'submit')).status).toBe(200);
  await service().advance('PT30M');
  invoice = await detailOf(id);
  expect(invoice.status).toBe('validated');
  key = { answer: answerKeyOf(invoice), xml: String(invoice.xmlPath) };
  original = { answer: await bytesOf(key.answer), xml: await bytesOf(key.xml) };
});

type Result = Record<string, unknown> & { details: Record<string, unknown> };

const verify = <T = Result>(id = invoice.id): Promise<Answered<T>> => request<T>('POST', `/invoices/${id}/verify-signature`);
const file = <T = Buffer>(name: string, id = invoice.id): Promise<Answered<T>> => request<T>('GET', `/invoices/${id}/${name}`);
/** Has the authority sign its answer in another way: what is no longer stored is asked of it again. */
async function signedAgain(seal: object | null): Promise<void> {
  await simulator({ seal });
  await removeFile(key.answer);
  expect((await file('taxauth-response')).status).toBe(200);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const NAME = (common: string): string => `CN=${common}, O=Local Tax Authority (test)`;
const VALID = {
  valid: true,
  signer: 'Test Seal',
  signerCertificate: {
    subject: NAME('Test Seal'),
    issuer: NAME('Test Root'),
    serialNumber: expect.stringMatching(/^[0-9A-F]{32}$/),
    validFrom: '2020-01-01T00:00:00Z',
    validUntil: '2049-12-31T23:59:59Z',
    fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
  },
  signatureTimestamp: expect.stringMatching(INSTANT),
  algorithm: 'RSA-SHA256',
  signatureFormat: 'XMLDSig',
  certificateChainValid: true,
  timestampValid: null,
  xmlIntegrityValid: true,
  verifiedAt: expect.stringMatching(INSTANT),
};
const invalid = (error: string, details: object, signer: string | null = 'Test Seal') => ({
  valid: false,
  error,
  errorMessage: expect.stringMatching(/^[A-Z].+\.$/),
  signer,
  signatureTimestamp: expect.stringMatching(INSTANT),
  verifiedAt: expect.stringMatching(INSTANT),
  details: { certificateChainValid: true, timestampValid: null, xmlIntegrityValid: true, ...details },
});

describe('POST /invoices/{uuid}/verify-signature (interface §verify-signature)', () => {
  it.each([
    ['detached XMLDSig, as in production', {}, {}],
    ['enveloped XMLDSig', { form: 'enveloped' }, {}],
    ['XAdES with a time-stamp', { format: 'XAdES', timestamp: true }, { signatureFormat: 'XAdES', timestampValid: true }],
    ['enveloped XAdES, the time-stamp missing', { format: 'XAdES', form: 'enveloped' }, { signatureFormat: 'XAdES' }],
  ])('%s: valid, with every documented field', async (_, seal, differing) => {
    await signedAgain(seal);
    const { status, body } = await verify();
    expect([status, body]).toEqual([200, { ...VALID, ...differing }]);
  });

  it.each([
    ['expired', 'certificate_expired'],
    ['revoked', 'certificate_revoked'],
    ['foreign', 'invalid_chain'],
  ])('a signature under a certificate that is %s: %s', async (certificate, error) => {
    await signedAgain({ certificate });
    const { status, body } = await verify();
    expect([status, body]).toEqual([200, invalid(error, { certificateChainValid: false })]);
  });

  it('the time shown is that of the signature when XAdES carries one, else that of the answer', async () => {
    const { uploads } = service().runtime.engines.taxauth.received();
    const signed = uploads.find(({ index }) => String(index) === invoice.taxauthUploadIndex)?.at ?? '';
    const answered = invoice.events.find(({ type }) => type === 'taxauth_validated') as unknown as { timestamp: string };
    for (const [seal, time] of [
      [{ format: 'XAdES' }, `${signed.slice(0, 19)}Z`],
      [{}, answered.timestamp],
    ]) {
      await signedAgain(seal as object);
      expect((await verify()).body['signatureTimestamp']).toBe(time);
    }
  });

  it('an answer without a signature: 422, with the result and its code', async () => {
    // An invoice of its own: the authority gives an answer ten times a day.
    await simulator({ seal: null });
    const { id } = await validated({ clientId: scope.clientId });
    await simulator({ seal: {} });
    const { status, body } = await verify<Refusal>(id);
    expect([status, body.error.code, body.error.details['error']]).toEqual([422, 'validation_error', 'no_signature']);
    expect(body.error.details).toMatchObject({ valid: false, signer: null, signatureTimestamp: null });
  });

  it('what is not validated, or no longer: 404, as for an invoice that there is not', async () => {
    const of = { clientId: scope.clientId };
    const drafted = await draft(of);
    const unsent = await issued(of);
    const cancelled = await validated(of);
    await act(cancelled.id, 'cancel', { reason: 'Comandă anulată' });
    for (const id of [drafted.id, unsent.id, cancelled.id, '01890000-0000-7000-8000-000000000000']) {
      const { status, body } = await verify<Refusal>(id);
      expect([status, body.error.code]).toEqual([404, 'not_found']);
    }
  });
});

describe('files that were changed after they were stored', () => {
  /** The archive with its members written anew. */
  const archive = (change: (name: string, text: string) => string | null): Uint8Array =>
    zipSync(
      Object.fromEntries(
        Object.entries(unzipSync(original.answer)).flatMap(([name, bytes]) => {
          const text = change(name, Buffer.from(bytes).toString());
          return text === null ? [] : [[name, strToU8(text)]];
        }),
      ),
    );
  const isSignature = (name: string): boolean => name.startsWith('semnatura');

  const forged = (xml: string | Uint8Array): Buffer => Buffer.from(Buffer.from(xml).toString().replace('>121.00<', '>999.00<'));

  beforeEach(async () => {
    await store(original.answer);
    await putFile(key.xml, original.xml, 'application/xml');
  });

  it('the XML that was submitted: signature_mismatch', async () => {
    await putFile(key.xml, forged(original.xml), 'application/xml');
    expect((await verify()).body).toEqual(invalid('signature_mismatch', { xmlIntegrityValid: false }));
  });

  it('the document in the answer: signature_mismatch', async () => {
    await store(archive((name, text) => (isSignature(name) ? text : forged(text).toString())));
    expect((await verify()).body).toEqual(invalid('signature_mismatch', { xmlIntegrityValid: false }));
  });

  it('both alike: signature_mismatch', async () => {
    await store(archive((name, text) => (isSignature(name) ? text : forged(text).toString())));
    await putFile(key.xml, forged(original.xml), 'application/xml');
    expect((await verify()).body).toEqual(invalid('signature_mismatch', { xmlIntegrityValid: false }));
  });

  it('the signature: signature_mismatch, and nobody is named as its signer', async () => {
    const change = (text: string): string =>
      text.replace(/<SignatureValue>./, match => `<SignatureValue>${match.endsWith('A') ? 'B' : 'A'}`);
    await store(archive((name, text) => (isSignature(name) ? change(text) : text)));
    const nothing = { certificateChainValid: false, xmlIntegrityValid: false };
    expect((await verify()).body).toEqual(invalid('signature_mismatch', nothing, null));
  });

  it('the signature of another answer, the document of another: signature_mismatch', async () => {
    await simulator({ seal: {} });
    const other = await validated();
    await store(await bytesOf(answerKeyOf(other)));
    expect((await verify()).body).toEqual(invalid('signature_mismatch', { xmlIntegrityValid: false }));
  });

  it('an archive that cannot be read, or holds a second document: signature_mismatch', async () => {
    const unreadable = invalid('signature_mismatch', { certificateChainValid: false, xmlIntegrityValid: false }, null);
    const doubled = zipSync({ ...unzipSync(original.answer), 'other.xml': strToU8(FORGED) });
    for (const bytes of [original.answer.subarray(0, 200), Buffer.from('no archive'), doubled]) {
      await store(bytes);
      expect((await verify()).body).toEqual(unreadable);
    }
  });

  it('the signature taken out of the archive: 422 no_signature', async () => {
    await store(archive((name, text) => (isSignature(name) ? null : text)));
    const { status, body } = await verify<Refusal>();
    expect([status, body.error.details['error']]).toEqual([422, 'no_signature']);
  });

  it('put back as they were, they verify', async () => {
    expect((await verify()).body).toEqual(VALID);
  });
});
