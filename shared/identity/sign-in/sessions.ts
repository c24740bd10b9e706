import type * as z from 'zod';
import type { tokensSchema } from './schema.ts';
import { setting } from '../../settings/settings.ts';
import type { Account, Session } from '../../access/model.ts';
import { create, type Write } from '../../store/transact.ts';
import { newId, sha256 } from '../../kernel/ids.ts';
import { newRefreshToken, newTokenFamily } from '../../access/credentials.ts';
import { epochSeconds, instant } from '../../kernel/clock.ts';
import { sessionKey } from '../../access/records.ts';

export type Tokens = z.infer<typeof tokensSchema>;

/** Seconds a refresh token lives after the last refresh: a deployment setting, 30 days unless set otherwise. */
export const lifetime = (): number => setting('REFRESH_TOKEN_SECONDS');

/** A new login: its record, the refresh token to hand out, and the write that makes it true. */
export function openSession(account: Account): { session: Session; refreshToken: string; write: Write } {
  const id = newId();
  const family = newTokenFamily();
  const refreshToken = newRefreshToken(account.id, id, family);
  const session: Session = {
    id,
    userId: account.id,
    credentialsChangedAt: account.credentialsChangedAt,
    familyHash: sha256(family),
    refreshHash: sha256(refreshToken),
    previousHash: null,
    sealedSuccessor: null,
    rotatedAt: instant(),
    createdAt: instant(),
    revokedAt: null,
  };
  const item = { ...sessionKey(account.id, id), kind: 'session' as const, data: session, expiresAt: epochSeconds() + lifetime() };
  return { session, refreshToken, write: create(item) };
}
