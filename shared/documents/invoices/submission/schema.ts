import * as z from 'zod';
import { instant, uuid } from '#shared/base/kernel/schema.ts';
import { SIGNATURE_ERRORS, SIGNATURE_FORMATS } from '#shared/authority/einvoice/signature/verdict.ts';

/** Response schema of the submission of several documents. */

export const bulkPlanSchema = z
  .object({
    planned: z.int(),
    results: z.array(z.object({ invoiceId: uuid(), plannedAt: instant().nullable(), error: z.string().nullable() })),
  })
  .meta({ id: 'BulkSubmissionPlan' });

/** Response schema of the verification of a signature. */

const flags = { certificateChainValid: z.boolean(), timestampValid: z.boolean().nullable(), xmlIntegrityValid: z.boolean() };

const validSchema = z
  .object({
    valid: z.literal(true),
    signer: z.string(),
    signerCertificate: z.object({
      subject: z.string(),
      issuer: z.string(),
      serialNumber: z.string(),
      validFrom: instant(),
      validUntil: instant(),
      fingerprint: z.string(),
    }),
    signatureTimestamp: instant(),
    algorithm: z.string(),
    signatureFormat: z.enum(SIGNATURE_FORMATS),
    ...flags,
    verifiedAt: instant(),
  })
  .meta({ id: 'ValidSignature' });

const invalidSchema = z
  .object({
    valid: z.literal(false),
    error: z.enum(SIGNATURE_ERRORS),
    errorMessage: z.string(),
    signer: z.string().nullable(),
    signatureTimestamp: instant().nullable(),
    verifiedAt: instant(),
    details: z.object(flags),
  })
  .meta({ id: 'InvalidSignature' });

export const verificationSchema = z.discriminatedUnion('valid', [validSchema, invalidSchema]);
