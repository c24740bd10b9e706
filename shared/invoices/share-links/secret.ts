import { createHmac } from 'node:crypto';
import type { SecretUse } from '../../store/company-secret.ts';

/**
 * Tokens of share links are made of a secret of the company: the table holds no token, yet the owner's list can show each. A token is
 * 256 bits of HMAC-SHA-256 (RFC 2104) over the link's id, in hex.
 */
export const SHARE_SECRET: SecretUse = { sk: 'SHARESECRET', kind: 'share-secret', purpose: 'share-links' };

export const tokenOf = (secret: string, linkId: string): string =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update(linkId).digest('hex');
