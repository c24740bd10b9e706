import { createHmac } from 'node:crypto';

/**
 * What stands in for the passkeys of an email that has none: a credential id that nobody has, the same whenever it is asked for, and of the
 * length that platform authenticators use. Without it, the options of a login would reveal whether an account exists (GHSA-875x-g8p7-5w27).
 *
 * @param secret of the service, `passkey-decoys`
 */
export const decoyOf = (email: string, secret: string): string =>
  createHmac('sha256', Buffer.from(secret, 'base64')).update(email).digest('base64url');
