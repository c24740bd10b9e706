import type { X509Certificate } from 'node:crypto';

/** The error codes of EIN-35, in the order of their precedence. */
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

/** An error of a signature; the message is a sentence. */
export class SignatureError extends Error {
  readonly code: SignatureErrorCode;

  constructor(code: SignatureErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SignatureError';
    this.code = code;
  }
}

/** The result of a verification. Without an error the signature is valid, and all other fields are known. */
export type SignatureVerdict = Findings & (Valid | Invalid);

interface Findings {
  certificateChainValid: boolean;
  /** Null if the signature has no time-stamp and no impossible signing time. */
  timestampValid: boolean | null;
  xmlIntegrityValid: boolean;
}

interface Valid {
  error: null;
  /** The signer's. */
  certificate: X509Certificate;
  /** The time of the signature: by a time-stamp, else XAdES' signing time, else the time of the authority's response. */
  signedAt: Date;
  /** `RSA-SHA256` */
  algorithm: string;
  format: SignatureFormat;
}

interface Invalid {
  error: SignatureError;
  /** The signer's certificate; null if none of those in the signature fits. */
  certificate: X509Certificate | null;
  /** Null if there is no signature. */
  signedAt: Date | null;
}

/** The result for a signature that could not be verified any further. */
export const undecided = (error: SignatureError, signedAt: Date | null): SignatureVerdict => ({
  error,
  certificate: null,
  signedAt,
  certificateChainValid: false,
  timestampValid: null,
  xmlIntegrityValid: false,
});
