import { MAX_PREFERENCES_BYTES, type ProfileChange } from './input.ts';
import type { Account, Actor } from '#shared/platform/access/model.ts';
import { forbidden, invalidFields } from '#shared/base/kernel/errors.ts';
import { addLogFields } from '#shared/base/kernel/log.ts';
import { provePassword } from '../passwords/prove.ts';
import { passwordViolation } from '../passwords/password-rules.ts';
import { setFields, withPassword } from './writes.ts';
import type { Profile } from './model.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { mailRequest } from '#shared/output/mail/requests.ts';
import { userPartition } from '#shared/platform/store/table.ts';

/** The fields of the account that a form changes. @throws 422 for preferences that are too large. */
function changedFields(change: ProfileChange, preferences: unknown): Partial<Account> {
  const { password: _p, newPassword: _n, currentPassword: _c, preferences: given, ...plain } = change;
  const fields: Partial<Account> = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  if (given !== undefined) {
    fields.preferences = JSON.stringify(preferences);
    if (Buffer.byteLength(fields.preferences) > MAX_PREFERENCES_BYTES)
      throw invalidFields({ preferences: [`must have at most ${MAX_PREFERENCES_BYTES} bytes as JSON`] });
  }
  return fields;
}

/**
 * The fields that replace the password.
 *
 * @throws 403 for an API key, or if the current password is missing or wrong; 422 if the new password is refused; 429 after
 *   too many attempts
 */
async function newPassword(actor: Actor, change: ProfileChange): Promise<Partial<Account>> {
  const { account, apiToken } = actor;
  const password = change.password ?? change.newPassword;
  if (password === undefined) return {};
  if (apiToken) throw forbidden('session_required', 'A password is changed in a login session, not with an API key.');
  if (account.passwordHash !== null) {
    const proven = change.currentPassword !== undefined && (await provePassword(actor, change.currentPassword));
    if (!proven) throw forbidden('current_password', 'currentPassword is missing or wrong.');
  }
  const violation = passwordViolation(password, account.email);
  if (violation) throw invalidFields({ [change.password === undefined ? 'newPassword' : 'password']: [violation] });
  return withPassword(account, password);
}

/**
 * Changes the signed-in person's profile; a new password ends all sessions, including this one.
 *
 * @param preferences the free-form object as sent.
 */
export async function updateProfile(
  { actor, organizations }: Profile,
  change: ProfileChange,
  preferences: unknown,
  commit: Commit<Profile>,
): Promise<Profile> {
  const password = await newPassword(actor, change);
  if ('passwordHash' in password) addLogFields({ passwordChanged: true });
  const fields = { ...password, ...changedFields(change, preferences), updatedAt: instant() };
  const notice = mailRequest(userPartition(actor.userId), { template: 'password-changed', userId: actor.userId });
  return commit([setFields(actor.account, fields), ...('passwordHash' in password ? [notice] : [])], {
    organizations,
    actor: { ...actor, account: { ...actor.account, ...fields } },
  });
}
