import type { X509Certificate } from 'node:crypto';

/** What may be wrong with a signature: the codes of interface.md §verify-signature, in the order in which they are reported. */
export const SIGNATURE_ERRORS = [
  'no_signature',
  'signature_mismatch',
  'invalid_chain',
  'certificate_expired',
  'certificate_revoked',
  'timestamp_invalid',
] as const;
export type SignatureErrorCode = (typeof SIGNATURE_ERRORS)[number];

export const SIGNATURE_FORMATS = ['XMLDSig', 'XAdES'] as const;
export type SignatureFormat = (typeof SIGNATURE_FORMATS)[number];

/** One finding; the message says in a sentence what was found. */
export class SignatureError extends Error {
  readonly code: SignatureErrorCode;

  constructor(code: SignatureErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SignatureError';
    this.code = code;
  }
}

/** What a verification found. A signature is valid when there is no error; then all else is known. */
export type SignatureVerdict = Findings & (Valid | Invalid);

interface Findings {
  certificateChainValid: boolean;
  /** Null when the signature carries no time-stamp, and no signing time that cannot be true. */
  timestampValid: boolean | null;
  xmlIntegrityValid: boolean;
}

interface Valid {
  error: null;
  /** The signer's. */
  certificate: X509Certificate;
  /** When it was made: by a time-stamp, by XAdES' signing time, else the time of the answer that brought it. */
  signedAt: Date;
  /** `RSA-SHA256` */
  algorithm: string;
  format: SignatureFormat;
}

interface Invalid {
  error: SignatureError;
  /** The certificate whose key made the signature; null when none of those in the signature did. */
  certificate: X509Certificate | null;
  /** Null without a signature. */
  signedAt: Date | null;
}

/** The verdict on what cannot be judged any further. */
export const undecided = (error: SignatureError, signedAt: Date | null): SignatureVerdict => ({
  error,
  certificate: null,
  signedAt,
  certificateChainValid: false,
  timestampValid: null,
  xmlIntegrityValid: false,
});
