import * as z from 'zod';

/** Request body of a new secret. */

/** `graceHours`: hours during which the replaced secret also signs. */
export const newSecretBody = z
  .object({
    graceHours: z.int('must be a whole number').min(0, 'must be at least 0').max(72, 'must be at most 72').optional(),
  })
  .meta({ id: 'WebhookSecretInput' });
