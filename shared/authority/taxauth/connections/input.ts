import * as z from 'zod';
import { documented, id, optionalText } from '#shared/base/kernel/fields.ts';

/** Body of POST /api/v1/taxauth/tokens (COM-48, COM-49). An invalid `token` answers 400, other invalid fields 422. */
export const newTokenBody = z
  .object({
    token: documented(z.unknown(), { type: 'string' }).optional(),
    label: optionalText(255),
    companyId: id().nullish(),
    expiresInDays: z.int().min(1).max(365).nullish(),
  })
  .meta({ id: 'TaxauthTokenInput' });
