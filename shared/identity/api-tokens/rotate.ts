import type { NewApiToken } from './model.ts';
import { newApiToken, revocation } from './store.ts';
import type { Actor, ApiToken } from '../../access/model.ts';
import type { Commit } from '../../store/transact.ts';
import { conflict } from '../../kernel/errors.ts';
import { instant } from '../../kernel/clock.ts';

/** Replaces a key by a new one with the same name, scopes and expiry. @throws 409 if it is revoked or expired */
export async function rotateApiToken(actor: Actor, token: ApiToken, commit: Commit<NewApiToken>): Promise<NewApiToken> {
  const over = () => conflict('The API token is revoked or expired.');
  if (token.revokedAt !== null || (token.expireAt !== null && token.expireAt <= instant())) throw over();
  const { made, writes } = newApiToken(actor, token);
  return commit([revocation(token, over), ...writes], made);
}
