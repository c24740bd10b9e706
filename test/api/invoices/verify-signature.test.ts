import { beforeEach, describe, expect, it } from 'vitest';
import { putFile } from '#shared/platform/aws/documents-bucket.ts';
import type { Refusal } from '../../support/contract.ts';
import { verifySignatureCalls, VALID, invalid, forged } from './verify-signature-calls.ts';

const { scope, act, draft, issued, validated, simulator, key, original, verify, signedAgain, restored } = verifySignatureCalls();

describe('POST /invoices/{uuid}/verify-signature (EIN-34 to EIN-37)', () => {
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
});

describe('files that were changed after they were stored', () => {
  beforeEach(restored);

  it('the XML that was submitted: signature_mismatch', async () => {
    await putFile(key.xml, forged(original.xml), 'application/xml');
    expect((await verify()).body).toEqual(invalid('signature_mismatch', { xmlIntegrityValid: false }));
  });
});
