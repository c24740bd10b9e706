import type { NewApiToken } from './model.ts';
import { isInForce, keyNotice, newApiToken, revocation } from './store.ts';
import type { Actor, ApiToken } from '#shared/platform/access/model.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { conflict } from '#shared/base/kernel/errors.ts';
import { requireFreshProof } from '../passwords/prove.ts';

/**
 * Replaces a key by a new one with the same name, scopes and expiry, and mails a notice.
 *
 * @throws 409 if it is revoked or expired; 403, 422 and 429 as `requireFreshProof`
 */
export async function rotateApiToken(
  actor: Actor,
  { token, password }: { token: ApiToken; password: string | undefined },
  commit: Commit<NewApiToken>,
): Promise<NewApiToken> {
  const over = () => conflict('The API token is revoked or expired.');
  if (!isInForce(token)) throw over();
  await requireFreshProof(actor, password);
  const { made, writes } = newApiToken(actor, token);
  return commit([revocation(token, over), ...writes, keyNotice(actor.userId, token.name, 'rotated')], made);
}
