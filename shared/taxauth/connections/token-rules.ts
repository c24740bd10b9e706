import { badRequest } from '../../kernel/errors.ts';

/** What a token of the tax authority says about itself. Pure. */

const MIN_LENGTH = 10;
/** Access tokens of the authority are JWTs of one to two KB. */
const MAX_LENGTH = 8_192;

/** The text of a token. @throws 400 for what cannot be one; the value is in no message. */
export function readTokenValue(given: unknown): string {
  const value = typeof given === 'string' ? given.trim() : '';
  if (value.length < MIN_LENGTH) throw ill(`must be a text of at least ${MIN_LENGTH} characters`);
  if (value.length > MAX_LENGTH) throw ill(`must have at most ${MAX_LENGTH} characters`);
  if (!/^[\x21-\x7e]+$/.test(value)) throw ill('must not have blanks or characters outside ASCII');
  return value;
}

const ill = (message: string) => badRequest('Invalid or missing: token.', { token: [message] });

/** The end of a JWT by its claim `exp` (RFC 7519 §4.1.4); undefined for a token that says nothing of the kind. */
export function expiryOf(value: string): Date | undefined {
  const parts = value.split('.');
  if (parts.length !== 3) return undefined;
  try {
    const { exp } = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString()) as { exp?: unknown };
    const end = typeof exp === 'number' ? new Date(exp * 1000) : undefined;
    return end && !Number.isNaN(end.getTime()) ? end : undefined;
  } catch {
    return undefined; // Three parts with points between them, and no JWT.
  }
}

const DAY_MILLIS = 86_400_000;

/** When a token ends: by its own word, else so many days from now. @throws 400 when that has passed */
export function tokenExpiry(value: string, now: Date, days: number): string {
  const end = expiryOf(value) ?? new Date(now.getTime() + days * DAY_MILLIS);
  if (end <= now) throw ill('has expired');
  return end.toISOString();
}
