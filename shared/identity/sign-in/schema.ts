import * as z from 'zod';
import { mfaChallengeSchema } from '../mfa/schema.ts';

/** Responses of the endpoints that sign in (interface.md §Authentication endpoints). */

/** An access token (JWT) and a refresh token. */
export const tokensSchema = z.object({ token: z.string(), refresh_token: z.string() });

export const signedInSchema = z.union([tokensSchema, mfaChallengeSchema]);

export const registeredSchema = tokensSchema.extend({ email: z.string(), emailConfirmationRequired: z.boolean() });

export const idpSignedInSchema = z.union([tokensSchema.extend({ isNewUser: z.boolean() }), mfaChallengeSchema]);
