import * as z from 'zod';
import { text } from '#shared/base/kernel/fields.ts';

/** The form of authenticator responses (WebAuthn Level 3 §5.1). Signatures are verified by register.ts and login.ts. */

const base64url = () => z.string().regex(/^[A-Za-z0-9_-]+$/, 'must be base64url');

const credential = <T extends z.ZodRawShape>(response: T) =>
  z
    .object({
      id: base64url(),
      rawId: base64url(),
      type: z.literal('public-key'),
      response: z.object({ clientDataJSON: base64url(), ...response }),
    })
    .refine(({ id, rawId }) => id === rawId, { path: ['rawId'], message: 'must be equal to id' });

export const attestationSchema = credential({ attestationObject: base64url() }).meta({ id: 'PasskeyAttestation' });

export type Attestation = z.infer<typeof attestationSchema>;

export const assertionSchema = credential({
  authenticatorData: base64url(),
  signature: base64url(),
  userHandle: base64url().nullish(),
}).meta({ id: 'PasskeyAssertion' });

export type Assertion = z.infer<typeof assertionSchema>;

/** Body of POST /api/v1/passkey/register. `password` is required if the login was more than 10 minutes ago. */
export const newPasskeyBody = z
  .object({ name: text(100), response: attestationSchema, password: z.string().optional() })
  .meta({ id: 'PasskeyInput' });

export type PasskeyInput = z.infer<typeof newPasskeyBody>;

/** Body of POST /api/auth/passkey/login, the second step of a login by passkey (ACC-42, ACC-45). */
export const passkeyLoginBody = z.object({ response: assertionSchema }).meta({ id: 'PasskeyLogin' });
