import { createHmac } from 'node:crypto';
import type { SecretUse } from '#shared/platform/store/company-secret.ts';

/**
 * Tokens of share links are derived from a secret of the company, so that they are not stored and the owner's list can still show
 * them. A token is the HMAC-SHA-256 (RFC 2104) of the link's id, in hex.
 */
export const SHARE_SECRET: SecretUse = { sk: 'SHARESECRET', kind: 'share-secret', purpose: 'share-links' };

export const tokenOf = (secret: string, linkId: string): string =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update(linkId).digest('hex');
