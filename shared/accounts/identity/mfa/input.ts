import * as z from 'zod';
import { CODE_TYPES } from './second-factor.ts';

/** Requests about the second factor of the signed-in person (ACC-35 to ACC-40). */

/**
 * Body of the calls that need proof: the password, or `code` for accounts without one. A missing proof is answered like a wrong
 * one.
 */
export const proofBody = z.object({ password: z.string().optional(), code: z.string().optional() }).meta({ id: 'Proof' });

/** A caller who logged in more than 10 minutes ago and has a password must send it again (passwords/prove.ts). */
export const freshProof = { password: z.string().optional() };

/** Body of calls that add or remove a way to sign in, and have no other fields. */
export const freshProofBody = z.object(freshProof).meta({ id: 'FreshProof' });

/** Body of POST /api/auth/mfa/verify. */
export const mfaAnswerBody = z
  .object({
    mfaToken: z.string().trim().min(1, 'must not be empty'),
    code: z.string().trim().min(1, 'must not be empty'),
    type: z.enum(CODE_TYPES, `must be one of ${CODE_TYPES.join(', ')}`).default('totp'),
  })
  .meta({ id: 'MfaAnswer' });

export type MfaAnswer = z.infer<typeof mfaAnswerBody>;
