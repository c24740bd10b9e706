import { beforeEach, describe, expect, it, vi } from 'vitest';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { putFile } from '#shared/platform/aws/documents-bucket.ts';
import type { Refusal } from '../../support/contract.ts';
import { FORGED } from '../../support/einvoice/signature-lab.ts';
import { DEPTH } from '../../support/effort.ts';
import { forged, invalid, VALID, verifySignatureCalls } from './verify-signature-calls.ts';

const {
  scope,
  act,
  draft,
  issued,
  validated,
  simulator,
  key,
  original,
  verify,
  signedAgain,
  restored,
  service,
  invoice,
  bytesOf,
  store,
  answerKeyOf,
} = verifySignatureCalls();

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

/** The forms and the certificates that a signature may have; unit tests have them all. */
const SEALS: [string, object, object][] = [
  ['detached XMLDSig, as in production', {}, {}],
  ['XAdES with a time-stamp', { format: 'XAdES', timestamp: true }, { signatureFormat: 'XAdES', timestampValid: true }],
  ['enveloped XMLDSig', { form: 'enveloped' }, {}],
  ['enveloped XAdES, the time-stamp missing', { format: 'XAdES', form: 'enveloped' }, { signatureFormat: 'XAdES' }],
];
const CERTIFICATES = [
  ['expired', 'certificate_expired'],
  ['revoked', 'certificate_revoked'],
  ['foreign', 'invalid_chain'],
];

describe('POST /invoices/{uuid}/verify-signature (EIN-34 to EIN-37)', () => {
  it.each(SEALS.slice(0, DEPTH ? 4 : 2))('%s: valid, with every documented field', async (_, seal, differing) => {
    await signedAgain(seal);
    const { status, body } = await verify();
    expect([status, body]).toEqual([200, { ...VALID, ...differing }]);
  });

  it.each(CERTIFICATES.slice(0, DEPTH ? 3 : 1))('a signature under a certificate that is %s: %s', async (certificate, error) => {
    await signedAgain({ certificate });
    const { status, body } = await verify();
    expect([status, body]).toEqual([200, invalid(error, { certificateChainValid: false })]);
  });

  it('a signature by another certificate than the pinned seals: invalid_chain, and the reason names the signer', async () => {
    await restored();
    vi.stubEnv('TAXAUTH_SEALS', 'ab'.repeat(32));
    const { status, body } = await verify();
    vi.unstubAllEnvs();
    expect([status, body]).toEqual([200, invalid('invalid_chain', { certificateChainValid: false })]);
    expect(body).toMatchObject({
      errorMessage: expect.stringMatching(/^The signature is not by a seal .* CN=Test Seal\.$/) as string,
    });
    expect((await verify()).body).toMatchObject({ valid: true });
  });

  it('a response without a signature: 422, with the result and its code', async () => {
    // An invoice of its own: the authority returns a response ten times a day.
    await simulator({ seal: null });
    const { id } = await validated({ clientId: scope.clientId });
    await simulator({ seal: {} });
    const { status, body } = await verify<Refusal>(id);
    expect([status, body.error.code, body.error.details['error']]).toEqual([422, 'validation_error', 'no_signature']);
    expect(body.error.details).toMatchObject({ valid: false, signer: null, signatureTimestamp: null });
  });

  it('404 for an invoice that is not or no longer validated, as for an unknown one', async () => {
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

  it.runIf(DEPTH)('the time is that of the signature when XAdES has one, else that of the response', async () => {
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

  it('the XML that was submitted: signature_mismatch', async () => {
    await putFile(key.xml, forged(original.xml), 'application/xml');
    expect((await verify()).body).toEqual(invalid('signature_mismatch', { xmlIntegrityValid: false }));
  });

  it.runIf(DEPTH)('the document in the response: signature_mismatch', async () => {
    await store(archive((name, text) => (isSignature(name) ? text : forged(text).toString())));
    expect((await verify()).body).toEqual(invalid('signature_mismatch', { xmlIntegrityValid: false }));
  });

  it.runIf(DEPTH)('both in the same way: signature_mismatch', async () => {
    await store(archive((name, text) => (isSignature(name) ? text : forged(text).toString())));
    await putFile(key.xml, forged(original.xml), 'application/xml');
    expect((await verify()).body).toEqual(invalid('signature_mismatch', { xmlIntegrityValid: false }));
  });

  it.runIf(DEPTH)('the signature: signature_mismatch, and no signer is named', async () => {
    const change = (text: string): string =>
      text.replace(/<SignatureValue>./, match => `<SignatureValue>${match.endsWith('A') ? 'B' : 'A'}`);
    await store(archive((name, text) => (isSignature(name) ? change(text) : text)));
    const nothing = { certificateChainValid: false, xmlIntegrityValid: false };
    expect((await verify()).body).toEqual(invalid('signature_mismatch', nothing, null));
  });

  it.runIf(DEPTH)('the signature of another response, the document of another: signature_mismatch', async () => {
    await simulator({ seal: {} });
    const other = await validated();
    await store(await bytesOf(answerKeyOf(other)));
    expect((await verify()).body).toEqual(invalid('signature_mismatch', { xmlIntegrityValid: false }));
  });

  it.runIf(DEPTH)('an archive that cannot be read, or contains a second document: signature_mismatch', async () => {
    const unreadable = invalid('signature_mismatch', { certificateChainValid: false, xmlIntegrityValid: false }, null);
    const doubled = zipSync({ ...unzipSync(original.answer), 'other.xml': strToU8(FORGED) });
    for (const bytes of [original.answer.subarray(0, 200), Buffer.from('no archive'), doubled]) {
      await store(bytes);
      expect((await verify()).body).toEqual(unreadable);
    }
  });

  it.runIf(DEPTH)('the signature removed from the archive: 422 no_signature', async () => {
    await store(archive((name, text) => (isSignature(name) ? null : text)));
    const { status, body } = await verify<Refusal>();
    expect([status, body.error.details['error']]).toEqual([422, 'no_signature']);
  });

  it.runIf(DEPTH)('restored, they verify', async () => {
    expect((await verify()).body).toEqual(VALID);
  });
});
