import type { ApiTokenChange } from './input.ts';
import { requireHeld } from './rules.ts';
import type { Actor, ApiToken } from '../../access/model.ts';
import { type Commit, update } from '../../store/transact.ts';
import { apiTokenKey } from '../../access/records.ts';

/** Renames a key or replaces its scopes; its expiry cannot be changed. */
export async function updateApiToken(
  actor: Actor,
  token: ApiToken,
  change: ApiTokenChange,
  commit: Commit<ApiToken>,
): Promise<ApiToken> {
  if (change.scopes) requireHeld(change.scopes, actor.permissions);
  const changed = { ...token, name: change.name ?? token.name, scopes: change.scopes ?? token.scopes };
  const fields = [change.name !== undefined && '#data.#name = :name', change.scopes && '#data.scopes = :scopes'].filter(Boolean);
  return commit(
    [
      update(apiTokenKey(token.userId, token.tokenHash), {
        expression: `SET ${fields.join(', ')}`,
        names: { '#data': 'data', ...(change.name !== undefined && { '#name': 'name' }) },
        values: {
          ...(change.name !== undefined && { ':name': change.name }),
          ...(change.scopes && { ':scopes': change.scopes }),
        },
        condition: 'attribute_exists(pk)',
      }),
    ],
    changed,
  );
}
