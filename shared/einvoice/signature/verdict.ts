import type { X509Certificate } from 'node:crypto';

/** What may be wrong with a signature: the codes of interface.md §verify-signature, the one that is told first standing first. */
export const SIGNATURE_ERRORS = [
  'no_signature',
  'signature_mismatch',
  'invalid_chain',
  'certificate_expired',
  'certificate_revoked',
  'timestamp_invalid',
] as const;
export type SignatureError = (typeof SIGNATURE_ERRORS)[number];

export const SIGNATURE_FORMATS = ['XMLDSig', 'XAdES'] as const;
export type SignatureFormat = (typeof SIGNATURE_FORMATS)[number];

/** One finding; the message says in a sentence what was found. */
export class SignatureFault extends Error {
  readonly code: SignatureError;

  constructor(code: SignatureError, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SignatureFault';
    this.code = code;
  }
}

/** What a verification found. A signature is valid when there is no fault. */
export interface SignatureVerdict {
  fault: SignatureFault | null;
  /** The certificate whose key made the signature; null when none of those in the signature did. */
  certificate: X509Certificate | null;
  /** When it was made: by a time-stamp, by XAdES' signing time, else the time of the answer that brought it; null without one. */
  signedAt: Date | null;
  /** `RSA-SHA256`; null when the signature cannot be read. */
  algorithm: string | null;
  format: SignatureFormat | null;
  certificateChainValid: boolean;
  /** Null when the signature carries neither a time-stamp nor a signing time. */
  timestampValid: boolean | null;
  xmlIntegrityValid: boolean;
}
