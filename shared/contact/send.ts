import { newId } from '../kernel/ids.ts';
import { mailRequest } from '../mail/requests.ts';
import type { Commit } from '../store/transact.ts';
import { requireCaptcha } from '../identity/sign-in/captcha.ts';
import type { ContactInput } from './input.ts';

/** What people write to the operator without an account (completions-accounts §22). */

/**
 * Asks for the mail to the operator; it lies in a partition of its own until it is sent, and 30 days longer.
 *
 * @param from the caller's network address.
 * @throws 403 for a captcha that was not solved.
 */
export async function contactOperator(form: ContactInput, from: string, commit: Commit<void>): Promise<void> {
  const { captchaToken, ...typed } = form;
  await requireCaptcha(captchaToken, from);
  return commit([mailRequest(`CONTACT#${newId()}`, { template: 'contact', ...typed })], undefined);
}
