import * as z from 'zod';

/** Schemas of responses with second factors. */

export const mfaChallengeSchema = z
  .object({
    mfa_required: z.literal(true),
    mfa_token: z.string(),
    mfa_methods: z.array(z.enum(['totp', 'backup_code'])),
  })
  .meta({ id: 'MfaChallenge' });

export const totpSetupSchema = z
  .object({ secret: z.string(), qrCode: z.string(), otpauthUri: z.string() })
  .meta({ id: 'TotpSetup' });

export const totpEnabledSchema = z
  .object({ enabled: z.literal(true), backupCodes: z.array(z.string()) })
  .meta({ id: 'TotpEnabled' });

export const totpDisabledSchema = z.object({ disabled: z.literal(true) }).meta({ id: 'TotpDisabled' });

export const backupCodesSchema = z.object({ backupCodes: z.array(z.string()) }).meta({ id: 'BackupCodes' });

export const mfaStatusSchema = z
  .object({ totpEnabled: z.boolean(), backupCodesRemaining: z.int(), passkeysCount: z.int() })
  .meta({ id: 'MfaStatus' });
