import * as z from 'zod';
import { accountEmail } from '../account/store.ts';
import { optionalName } from '../account/names.ts';
import { LANGUAGES } from '#shared/model/document.ts';
import { passwordViolation } from '../passwords/password-rules.ts';

/** Body of POST /api/auth/register (ACC-1 to ACC-7). */
export const registrationBody = z
  .object({
    email: accountEmail(),
    password: z.string(),
    firstName: optionalName(100),
    lastName: optionalName(100),
    locale: z.union([z.enum(LANGUAGES), z.literal('')], `must be one of ${LANGUAGES.join(', ')}`).nullish(),
    organizationName: optionalName(255),
    captchaToken: z.string().nullish(),
  })
  .superRefine(({ email, password }, { addIssue }) => {
    const violation = passwordViolation(password, email);
    if (violation) addIssue({ code: 'custom', path: ['password'], message: violation });
  })
  .meta({ id: 'Registration' });

export type Registration = z.infer<typeof registrationBody>;
