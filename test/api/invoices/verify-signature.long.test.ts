import { strToU8, unzipSync, zipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { putFile } from '#shared/platform/aws/documents-bucket.ts';
import type { Refusal } from '../../support/contract.ts';
import { FORGED } from '../../support/einvoice/signature-lab.ts';
import { verifySignatureCalls, VALID, invalid, forged } from './verify-signature-calls.ts';

const { service, validated, simulator, invoice, key, original, bytesOf, store, answerKeyOf, verify, signedAgain, restored } =
  verifySignatureCalls();

/** The archive with rewritten members. */
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

describe('POST /invoices/{uuid}/verify-signature (EIN-34 to EIN-37)', () => {
  it('the time is that of the signature when XAdES has one, else that of the response', async () => {
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
});

describe('files that were changed after they were stored', () => {
  beforeEach(restored);

  it('the document in the response: signature_mismatch', async () => {
    await store(archive((name, text) => (isSignature(name) ? text : forged(text).toString())));
    expect((await verify()).body).toEqual(invalid('signature_mismatch', { xmlIntegrityValid: false }));
  });

  it('both in the same way: signature_mismatch', async () => {
    await store(archive((name, text) => (isSignature(name) ? text : forged(text).toString())));
    await putFile(key.xml, forged(original.xml), 'application/xml');
    expect((await verify()).body).toEqual(invalid('signature_mismatch', { xmlIntegrityValid: false }));
  });

  it('the signature: signature_mismatch, and no signer is named', async () => {
    const change = (text: string): string =>
      text.replace(/<SignatureValue>./, match => `<SignatureValue>${match.endsWith('A') ? 'B' : 'A'}`);
    await store(archive((name, text) => (isSignature(name) ? change(text) : text)));
    const nothing = { certificateChainValid: false, xmlIntegrityValid: false };
    expect((await verify()).body).toEqual(invalid('signature_mismatch', nothing, null));
  });

  it('the signature of another response, the document of another: signature_mismatch', async () => {
    await simulator({ seal: {} });
    const other = await validated();
    await store(await bytesOf(answerKeyOf(other)));
    expect((await verify()).body).toEqual(invalid('signature_mismatch', { xmlIntegrityValid: false }));
  });

  it('an archive that cannot be read, or contains a second document: signature_mismatch', async () => {
    const unreadable = invalid('signature_mismatch', { certificateChainValid: false, xmlIntegrityValid: false }, null);
    const doubled = zipSync({ ...unzipSync(original.answer), 'other.xml': strToU8(FORGED) });
    for (const bytes of [original.answer.subarray(0, 200), Buffer.from('no archive'), doubled]) {
      await store(bytes);
      expect((await verify()).body).toEqual(unreadable);
    }
  });

  it('the signature removed from the archive: 422 no_signature', async () => {
    await store(archive((name, text) => (isSignature(name) ? null : text)));
    const { status, body } = await verify<Refusal>();
    expect([status, body.error.details['error']]).toEqual([422, 'no_signature']);
  });

  it('restored, they verify', async () => {
    expect((await verify()).body).toEqual(VALID);
  });
});
