import * as z from 'zod';
import type { Registration } from './registration-input.ts';
import type { registeredSchema } from './schema.ts';
import { conflict, forbidden } from '#shared/base/kernel/errors.ts';
import type { Language } from '#shared/model/document.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { setting } from '#shared/platform/settings/settings.ts';
import { requireCaptcha } from './captcha.ts';
import { foundOrganization, newAccount } from './new-account.ts';
import { hashPassword } from '../passwords/passwords.ts';
import type { LoginClient } from './known-address.ts';
import { openSession } from '../sessions/open.ts';
import { fullName } from '#shared/platform/access/model.ts';
import { mailRequest } from '#shared/output/mail/requests.ts';
import { userPartition } from '#shared/platform/store/table.ts';
import { issueAccessToken } from '../sessions/issue-token.ts';
import { confirmationRequired } from '../account/store.ts';

export type Registered = z.infer<typeof registeredSchema>;

const taken = () => conflict('This email is already registered.');

/** Facts about the request besides its body. */
interface Caller {
  client: LoginClient;
  /** The language that the client prefers, used if the body contains none. */
  language: Language;
  /** Whether an account had the email when it was read: saves the work of hashing; the condition of the transaction decides. */
  registered: boolean;
}

/**
 * Registers a user: account, organization, owner membership, first session and the request for the confirmation mail, all in one
 * transaction.
 *
 * @throws 403 if registration is switched off or the captcha was not solved, 409 if the email is taken, 503 if the captcha cannot
 *   be checked
 */
export async function register(
  form: Registration,
  { language, registered, client }: Caller,
  commit: Commit<Registered>,
): Promise<Registered> {
  if (setting('REGISTRATION') === 'off') throw forbidden('registration_off', 'Registration is switched off.');
  await requireCaptcha(form.captchaToken, client.address);
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
  const session = openSession(account, client);
  return commit(
    [
      ...writes,
      ...foundOrganization(account, form.organizationName ?? fullName(account)),
      ...session.writes,
      mailRequest(userPartition(account.id), { template: 'confirm-email', userId: account.id }),
    ],
    {
      token: await issueAccessToken(account, session.session),
      refresh_token: session.refreshToken,
      email: account.email,
      emailConfirmationRequired: confirmationRequired(),
    },
  );
}
