import * as z from 'zod';
import { SIGNATURE_ERRORS, SIGNATURE_FORMATS } from '../../einvoice/signature/verdict.ts';

/** Response schema of the verification of a signature. */

const flags = { certificateChainValid: z.boolean(), timestampValid: z.boolean().nullable(), xmlIntegrityValid: z.boolean() };

const validSchema = z.object({
  valid: z.literal(true),
  signer: z.string(),
  signerCertificate: z.object({
    subject: z.string(),
    issuer: z.string(),
    serialNumber: z.string(),
    validFrom: z.string(),
    validUntil: z.string(),
    fingerprint: z.string(),
  }),
  signatureTimestamp: z.string(),
  algorithm: z.string(),
  signatureFormat: z.enum(SIGNATURE_FORMATS),
  ...flags,
  verifiedAt: z.string(),
});

const invalidSchema = z.object({
  valid: z.literal(false),
  error: z.enum(SIGNATURE_ERRORS),
  errorMessage: z.string(),
  signer: z.string().nullable(),
  signatureTimestamp: z.string().nullable(),
  verifiedAt: z.string(),
  details: z.object(flags),
});

export const verificationSchema = z.discriminatedUnion('valid', [validSchema, invalidSchema]);
