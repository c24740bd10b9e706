import type { X509Certificate } from 'node:crypto';
import { canonical, isSignedBy } from './algorithms.ts';
import { checkCertificate, checkSeal } from './chain.ts';
import { checkDocument, checkElement, type Content } from './content.ts';
import { mismatch } from './elements.ts';
import { readSignature, type ReadSignature } from './read-signature.ts';
import { verifyTimestamp } from './timestamp.ts';
import type { Trust } from './trust.ts';
import { SIGNATURE_ERRORS, SignatureError, type SignatureVerdict, undecided } from './verdict.ts';
import { namesCertificate, readXades, type Xades } from './xades.ts';

export interface Signed extends Content {
  /** The file with the signature. */
  signature: Uint8Array;
  /** When the document was issued, and when the authority's response was received: the signature was made in between. */
  between: { issued: Date; answered: Date };
}

/**
 * Verifies the signature of a document: XMLDSig or XAdES, detached or enveloped, and that the signer's certificate had a valid path
 * to a trust anchor at the time of signing. If there are several errors, the first of SIGNATURE_ERRORS is reported; flags show the
 * others.
 */
export async function verifySignature(signed: Signed, trust: Trust): Promise<SignatureVerdict> {
  try {
    using signature = readSignature(signed.signature);
    return await verdictOn(signature, signed, trust);
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error;
    return undecided(error, error.code === 'no_signature' ? null : signed.between.answered);
  }
}

async function verdictOn(signature: ReadSignature, signed: Signed, trust: Trust): Promise<SignatureVerdict> {
  const certificate = signerOf(signature);
  const xades = readXades(signature);
  // The properties are used only after it was checked that they are signed.
  if (xades) checkElement(xades.reference, xades.signedProperties);
  if (xades && !namesCertificate(xades, certificate)) {
    throw mismatch('The signature was made with another certificate than it names.');
  }
  const time = await timeOf(xades, signed, trust);
  const integrity = await errorIn(() => checkDocument(signature, documentReference(signature, xades), signed));
  const chain = await errorIn(async () => {
    await checkCertificate({ certificate, carried: signature.certificates, use: 'signature', at: time.at }, trust);
    checkSeal(certificate, trust);
  });
  const errors = [integrity, chain, time.error].filter(error => error !== null);
  const [error = null] = errors.toSorted((a, b) => SIGNATURE_ERRORS.indexOf(a.code) - SIGNATURE_ERRORS.indexOf(b.code));
  return {
    error,
    certificate,
    signedAt: time.at,
    algorithm: signature.method.name,
    format: xades ? 'XAdES' : 'XMLDSig',
    certificateChainValid: chain === null,
    timestampValid: time.error ? false : time.stamped ? true : null,
    xmlIntegrityValid: integrity === null,
  };
}

async function errorIn(step: () => Promise<void> | void): Promise<SignatureError | null> {
  try {
    await step();
    return null;
  } catch (error) {
    if (error instanceof SignatureError) return error;
    throw error;
  }
}

/** The certificate whose key signed SignedInfo. */
function signerOf({ signedInfo, canonicalization, method, value, certificates }: ReadSignature): X509Certificate {
  if (certificates.length === 0) throw mismatch('The signature carries no certificate.');
  const content = canonical(signedInfo, canonicalization);
  const signer = certificates.find(({ publicKey }) => isSignedBy(publicKey, method, content, value));
  if (!signer) throw mismatch('The signature value does not verify with any certificate that the signature carries.');
  return signer;
}

/** The only reference that is not to the signature's own properties. */
function documentReference({ references }: ReadSignature, xades: Xades | undefined) {
  const [reference, ...others] = references.filter(one => one !== xades?.reference);
  if (!reference || others.length > 0) throw mismatch('The signature does not cover exactly one document.');
  return reference;
}

interface SigningTime {
  at: Date;
  /** Whether the time is from time-stamps. */
  stamped: boolean;
  error: SignatureError | null;
}

/** The accepted difference between clocks. */
const SKEW_MS = 5 * 60_000;

/**
 * The time of the signature: that of its time-stamps, else the one that the signer states, else that of the response. It must lie
 * between the two known instants, so that a signer cannot backdate a signature to when the certificate was still valid.
 */
async function timeOf(xades: Xades | undefined, { between: { issued, answered } }: Signed, trust: Trust): Promise<SigningTime> {
  const isPossible = (at: Date): boolean =>
    at.getTime() >= issued.getTime() - SKEW_MS && at.getTime() <= answered.getTime() + SKEW_MS;
  const stated = xades?.signingTime ?? null;
  const stamps: Date[] = [];
  const error = await errorIn(async () => {
    for (const { token, stamped } of xades?.timestamps ?? []) {
      if (!token) throw new SignatureError('timestamp_invalid', 'A time-stamp holds no token.');
      stamps.push(await verifyTimestamp(token, stamped, trust));
    }
    const impossible = [...stamps, ...(stated ? [stated] : [])].find(at => !isPossible(at));
    if (impossible) {
      throw new SignatureError(
        'timestamp_invalid',
        `The signature is dated ${impossible.toISOString()}, before the document was issued or after the tax authority's response.`,
      );
    }
  });
  const [earliest] = stamps.toSorted((a, b) => a.getTime() - b.getTime());
  const best = (error ? undefined : earliest) ?? stated;
  return { at: best && isPossible(best) ? best : answered, stamped: stamps.length > 0, error };
}
