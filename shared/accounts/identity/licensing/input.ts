import * as z from 'zod';
import { optionalText } from '#shared/base/kernel/fields.ts';

export const newLicenseKeyBody = z.object({ instanceName: optionalText(255) }).meta({ id: 'LicenseKeyInput' });

export type LicenseKeyInput = z.infer<typeof newLicenseKeyBody>;

/**
 * The request of a self-hosted instance that validates its licence (ORG-53 to ORG-56). The licence key is the credential.
 */

const MAX_METRICS_BYTES = 16_384;

/** Body of POST /api/v1/licensing/validate. */
export const licenseQuestionBody = z
  .object({
    licenseKey: z.string().trim().min(1, 'must not be empty'),
    instanceName: optionalText(255),
    instanceUrl: optionalText(500),
    metrics: z
      .record(z.string(), z.unknown(), 'must be an object')
      .refine(
        metrics => Buffer.byteLength(JSON.stringify(metrics)) <= MAX_METRICS_BYTES,
        `must have at most ${MAX_METRICS_BYTES} bytes as JSON`,
      )
      .nullish(),
  })
  .meta({ id: 'LicenseQuestion' });

export type LicenseQuestion = z.infer<typeof licenseQuestionBody>;
