import type { ApiTokenChange } from './input.ts';
import { conflict } from '#shared/base/kernel/errors.ts';
import { requireHeld } from './rules.ts';
import type { Actor, ApiToken } from '#shared/platform/access/model.ts';
import { type Commit, update } from '#shared/platform/store/transact.ts';
import { requireFreshProof } from '../passwords/prove.ts';
import { keyNotice } from './store.ts';
import { apiTokenKey } from '#shared/platform/access/records.ts';

/**
 * Renames a key or replaces its scopes; its expiry cannot be changed. More scopes than before need a fresh proof, and a notice is mailed.
 *
 * @throws 422 for a scope that is unknown or that the caller does not have; for more scopes 403, 422 and 429 as `requireFreshProof`
 */
export async function updateApiToken(
  actor: Actor,
  token: ApiToken,
  change: ApiTokenChange,
  commit: Commit<ApiToken>,
): Promise<ApiToken> {
  if (change.scopes) requireHeld(change.scopes, actor.permissions);
  const isWidened = change.scopes?.some(scope => !token.scopes.includes(scope)) === true;
  if (isWidened) await requireFreshProof(actor, change.password);
  const changed = { ...token, name: change.name ?? token.name, scopes: change.scopes ?? token.scopes };
  const renamed = change.name !== undefined;
  const fields = [renamed && '#data.#name = :name', change.scopes && '#data.scopes = :scopes'].filter(Boolean);
  return commit(
    [
      update(
        apiTokenKey(token.userId, token.tokenHash),
        {
          expression: `SET ${fields.join(', ')}`,
          names: { '#data': 'data', ...(renamed && { '#name': 'name' }) },
          values: {
            ...(renamed && { ':name': change.name }),
            ...(change.scopes && { ':scopes': change.scopes, ':before': token.scopes }),
          },
          // The scopes that the new ones were compared with: otherwise they could be more than those that another request has set.
          condition: change.scopes ? '#data.scopes = :before' : 'attribute_exists(pk)',
        },
        () => conflict('The API token has just been changed; try again.'),
      ),
      ...(isWidened ? [keyNotice(actor.userId, changed.name, 'widened')] : []),
    ],
    changed,
  );
}
