import { createHmac } from 'node:crypto';

/**
 * A decoy for an email without passkeys: a credential id that does not exist, always the same for the same email, and of the length
 * that platform authenticators use. Without decoys, the options of a login would reveal whether an account exists
 * (GHSA-875x-g8p7-5w27).
 *
 * @param secret the service secret `passkey-decoys`, base64
 */
export const decoyOf = (email: string, secret: string): string =>
  createHmac('sha256', Buffer.from(secret, 'base64')).update(email).digest('base64url');
