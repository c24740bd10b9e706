import * as z from 'zod';
import { optionalText } from '#shared/base/kernel/fields.ts';
import { LANGUAGES } from '#shared/model/document.ts';
import { optionalName } from './names.ts';
import { isTimeZone } from './locale.ts';

/**
 * Removal of an account (ACC-63, ACC-64). Personal data are removed: name, email, credentials, memberships. Documents of
 * organizations stay unchanged, and the account's record stays, without personal data, because they refer to it.
 */

/** Body of DELETE /api/v1/me. */
export const removeAccountBody = z
  .object({ password: z.string().optional(), code: z.string().trim().optional() })
  .meta({ id: 'AccountRemoval' });

export type AccountRemoval = z.infer<typeof removeAccountBody>;

export const MAX_PREFERENCES_BYTES = 16_384;

const phone = () =>
  optionalText(20).refine(
    value => value == null || /^[+\d\s\-.()]+$/.test(value),
    'may have digits, spaces, +, -, . and parentheses only',
  );

/** Body of PATCH /api/v1/me (ACC-62). An absent field is unchanged; null clears a field that may be empty. */
export const profileChangeBody = z
  .object({
    firstName: optionalName(100),
    lastName: optionalName(100),
    phone: phone(),
    locale: z.enum(LANGUAGES, `must be one of ${LANGUAGES.join(', ')}`).optional(),
    timezone: z.string().trim().refine(isTimeZone, 'must be an IANA time zone such as Europe/Bucharest').optional(),
    respectQuietHours: z.boolean().optional(),
    preferences: z.record(z.string(), z.unknown(), 'must be an object').optional(),
    password: z.string().optional(),
    /** Another name of `password`. */
    newPassword: z.string().optional(),
    currentPassword: z.string().optional(),
  })
  .refine(
    ({ currentPassword: _, ...fields }) => Object.values(fields).some(value => value !== undefined),
    'names no field to change',
  )
  .meta({ id: 'ProfileChange', minProperties: 1 });

export type ProfileChange = z.infer<typeof profileChangeBody>;
