import type * as z from 'zod';
import type { tokensSchema } from '../sign-in/schema.ts';
import { setting } from '#shared/platform/settings/settings.ts';
import type { Account, Session } from '#shared/platform/access/model.ts';
import { create, type Write } from '#shared/platform/store/transact.ts';
import { newId, sha256 } from '#shared/base/kernel/ids.ts';
import { newRefreshToken, newTokenFamily } from '#shared/platform/access/credentials.ts';
import { epochSeconds, instant } from '#shared/base/kernel/clock.ts';
import { addLogFields } from '#shared/base/kernel/log.ts';
import { sessionKey } from '#shared/platform/access/records.ts';
import { addressFor, type LoginClient, rememberAddress } from '../sign-in/known-address.ts';

export type Tokens = z.infer<typeof tokensSchema>;

/**
 * When a session expires unless it is refreshed (epoch seconds): `REFRESH_TOKEN_SECONDS` from now, but never later than
 * `LOGIN_SECONDS` after the login (ACC-57).
 */
export const sessionEnd = ({ createdAt }: Pick<Session, 'createdAt'>): number =>
  Math.min(epochSeconds() + setting('REFRESH_TOKEN_SECONDS'), loginEnd({ createdAt }));

/** When a session expires even if it is refreshed (epoch seconds): `LOGIN_SECONDS` after the login. */
export const loginEnd = ({ createdAt }: Pick<Session, 'createdAt'>): number =>
  Math.floor(Date.parse(createdAt) / 1000) + setting('LOGIN_SECONDS');

/** Characters of `User-Agent` that are stored. */
const MAX_USER_AGENT_LENGTH = 200;

/** The client's `User-Agent` as a session stores it: printable ASCII, shortened; null when nothing is left. */
export const keptUserAgent = (userAgent: string | undefined): string | null =>
  userAgent
    ?.replace(/[^\x20-\x7e]/g, '')
    .slice(0, MAX_USER_AGENT_LENGTH)
    .trim() || null;

/**
 * Opens a session: returns its record, the refresh token for the client, and the writes, for the caller to commit, that store the
 * record and remember the client's address (known-address.ts). Later log lines of this invocation contain the user id and the
 * session id.
 *
 * @param account the account including the changes that are committed with the session
 * @param client the client that logs in; without it, neither user agent nor address is stored
 */
export function openSession(
  account: Account,
  client?: LoginClient,
): {
  session: Session;
  refreshToken: string;
  writes: Write[];
} {
  const id = newId();
  addLogFields({ userId: account.id, sessionId: id });
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
    userAgent: keptUserAgent(client?.userAgent),
  };
  const item = { ...sessionKey(account.id, id), kind: 'session' as const, data: session, expiresAt: sessionEnd(session) };
  return { session, refreshToken, writes: [create(item), ...(client ? [rememberAddress(addressFor(account, client))] : [])] };
}
