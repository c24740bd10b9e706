import * as z from 'zod';
import { typedEmail } from '../account/store.ts';

/** Bodies of logins (ACC-26 to ACC-51). */

/** Body of POST /api/auth/idp. */
export const idpLoginBody = z
  .object({ idToken: z.string().trim().min(1, 'must not be empty'), nonce: z.string().nullish() })
  .meta({ id: 'IdpLogin' });

/** Body of POST /api/auth. */
export const loginBody = z
  .object({ email: typedEmail(), password: z.string().min(1, 'must not be empty') })
  .meta({ id: 'Login' });

export type LoginInput = z.infer<typeof loginBody>;
