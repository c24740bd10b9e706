import * as z from 'zod';

/** Schemas of responses with second factors. */

export const mfaChallengeSchema = z.object({
  mfa_required: z.literal(true),
  mfa_token: z.string(),
  mfa_methods: z.array(z.enum(['totp', 'backup_code'])),
});

export const totpSetupSchema = z.object({ secret: z.string(), qrCode: z.string(), otpauthUri: z.string() });

export const totpEnabledSchema = z.object({ enabled: z.literal(true), backupCodes: z.array(z.string()) });

export const totpDisabledSchema = z.object({ disabled: z.literal(true) });

export const backupCodesSchema = z.object({ backupCodes: z.array(z.string()) });

export const mfaStatusSchema = z.object({ totpEnabled: z.boolean(), backupCodesRemaining: z.int(), passkeysCount: z.int() });
