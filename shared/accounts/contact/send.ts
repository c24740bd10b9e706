import { newId } from '#shared/base/kernel/ids.ts';
import { mailRequest } from '#shared/output/mail/requests.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { requireCaptcha } from '#shared/accounts/identity/sign-in/captcha.ts';
import type { ContactInput } from './input.ts';

/** The contact form, which needs no account (ORG-57, ORG-58). */

/**
 * Requests the mail to the operator. Its record has a partition of its own, and expires after 30 days.
 *
 * @param from the caller's IP address
 * @throws 403 when the captcha was not solved
 */
export async function contactOperator(form: ContactInput, from: string, commit: Commit<void>): Promise<void> {
  const { captchaToken, ...typed } = form;
  await requireCaptcha(captchaToken, from);
  return commit([mailRequest(`CONTACT#${newId()}`, { template: 'contact', ...typed })], undefined);
}
