import * as z from 'zod';
import { mfaChallengeSchema } from '../mfa/schema.ts';

/** The answers of everything that signs in. */

/** The answer of everything that signs in (interface.md §Authentication endpoints). */
export const tokensSchema = z.object({ token: z.string(), refresh_token: z.string() });

export const signedInSchema = z.union([tokensSchema, mfaChallengeSchema]);

export const registeredSchema = tokensSchema.extend({ email: z.string(), emailConfirmationRequired: z.boolean() });

export const idpSignedInSchema = z.union([tokensSchema.extend({ isNewUser: z.boolean() }), mfaChallengeSchema]);
