import * as z from 'zod';
import { instant } from '#shared/base/kernel/schema.ts';

/** Passkeys in responses, and the options with which browsers create and use them (WebAuthn Level 3 §5.1). */

export const passkeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: instant(),
    lastUsedAt: instant().nullable(),
  })
  .meta({ id: 'Passkey' });

/** `PublicKeyCredentialDescriptorJSON`. */
export const descriptorSchema = z.object({ type: z.literal('public-key'), id: z.string() }).meta({ id: 'PasskeyDescriptor' });

/** `PublicKeyCredentialCreationOptionsJSON`. */
export const creationOptionsSchema = z
  .object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int(),
    attestation: z.literal('none'),
    authenticatorSelection: z.object({
      residentKey: z.literal('preferred'),
      requireResidentKey: z.literal(false),
      userVerification: z.literal('required'),
    }),
    excludeCredentials: z.array(descriptorSchema),
  })
  .meta({ id: 'PasskeyCreationOptions' });

/** `PublicKeyCredentialRequestOptionsJSON`. */
export const requestOptionsSchema = z
  .object({
    challenge: z.string(),
    timeout: z.int(),
    rpId: z.string(),
    allowCredentials: z.array(descriptorSchema),
    userVerification: z.literal('required'),
  })
  .meta({ id: 'PasskeyRequestOptions' });
