import * as z from 'zod';
import { setting } from '../../settings/settings.ts';
import { conflict, forbidden } from '../../kernel/errors.ts';
import { optionalText } from '../../kernel/fields.ts';
import { type Language, LANGUAGES } from '../../model/document.ts';
import { mailRequest } from '../../mail/requests.ts';
import { userPartition } from '../../store/table.ts';
import type { Commit } from '../../store/transact.ts';
import { accountEmail, confirmationRequired } from '../account/store.ts';
import { requireCaptcha } from './captcha.ts';
import { issueAccessToken } from './issue-token.ts';
import { fullName } from '../../access/model.ts';
import { foundOrganization, newAccount } from './new-account.ts';
import { hashPassword, passwordFault } from '../passwords/passwords.ts';
import { openSession } from './sessions.ts';
import type { registeredSchema } from './schema.ts';

/** Body of POST /api/auth/register (completions-accounts §2). */
export const Registration = z
  .object({
    email: accountEmail(),
    password: z.string(),
    firstName: optionalText(100),
    lastName: optionalText(100),
    locale: z.union([z.enum(LANGUAGES), z.literal('')], `must be one of ${LANGUAGES.join(', ')}`).nullish(),
    organizationName: optionalText(255),
    captchaToken: z.string().nullish(),
  })
  .superRefine(({ email, password }, { addIssue }) => {
    const fault = passwordFault(password, email);
    if (fault) addIssue({ code: 'custom', path: ['password'], message: fault });
  });
export type Registration = z.infer<typeof Registration>;

export type Registered = z.infer<typeof registeredSchema>;

const taken = () => conflict('This email is already registered.');

/**
 * Registers a person: account, organization, owner membership, first login and the request for the confirmation mail, all in
 * one transaction.
 *
 * @param language what the client prefers when the form names no language.
 * @param address the caller's network address.
 * @param registered whether somebody has the email, as read before: spares the work; the transaction decides.
 * @throws 403 when registration is switched off or the captcha was not solved, 409 when the email is taken.
 */
export async function register(
  form: Registration,
  { language, address, registered }: { language: Language; address: string; registered: boolean },
  commit: Commit<Registered>,
): Promise<Registered> {
  if (setting('REGISTRATION') === 'off') throw forbidden('registration_off', 'Registration is switched off.');
  await requireCaptcha(form.captchaToken, address);
  if (registered) throw taken();
  const { account, writes } = newAccount(
    {
      email: form.email,
      passwordHash: await hashPassword(form.password),
      firstName: form.firstName ?? null,
      lastName: form.lastName ?? null,
      locale: form.locale || language,
    },
    taken,
  );
  const session = openSession(account);
  return commit(
    [
      ...writes,
      ...foundOrganization(account, form.organizationName ?? fullName(account)),
      session.write,
      mailRequest(userPartition(account.id), { template: 'confirm-email', userId: account.id }),
    ],
    {
      token: await issueAccessToken(account, session.session.id),
      refresh_token: session.refreshToken,
      email: account.email,
      emailConfirmationRequired: confirmationRequired(),
    },
  );
}
