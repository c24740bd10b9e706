import * as z from 'zod';
import { mfaChallengeSchema } from '../mfa/schema.ts';

/** Responses of the endpoints that sign in (ACC-26 to ACC-51). */

/** An access token (JWT) and a refresh token. */
export const tokensSchema = z.object({ token: z.string(), refresh_token: z.string() }).meta({ id: 'Tokens' });

export const signedInSchema = z.union([tokensSchema, mfaChallengeSchema]);

export const registeredSchema = tokensSchema
  .extend({ email: z.email(), emailConfirmationRequired: z.boolean() })
  .meta({ id: 'Registered' });

export const idpSignedInSchema = z.union([tokensSchema.extend({ isNewUser: z.boolean() }), mfaChallengeSchema]);
