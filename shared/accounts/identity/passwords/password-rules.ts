import { isCommonPassword } from './common-passwords.ts';
import { normalised } from './passwords.ts';

/** Rules for new passwords. Not in passwords.ts, so that logins do not load the list of common passwords. */

const MIN_LENGTH = 8;
const MAX_LENGTH = 128;

/**
 * The reason why a new password is refused, as the message of its field; null if it is accepted (ACC-16). Lengths
 * are counted in Unicode code points, not in UTF-16 units.
 */
export function passwordViolation(password: string, email: string): string | null {
  const text = normalised(password);
  const length = [...text].length;
  if (length < MIN_LENGTH) return `must have at least ${MIN_LENGTH} characters`;
  if (length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`;
  const lower = text.toLowerCase();
  if (lower === email.toLowerCase()) return 'must not be the email address';
  if (isCommonPassword(lower) || new Set(lower).size === 1) return 'is one of the most common passwords; choose another';
  return null;
}
