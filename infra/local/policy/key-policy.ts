import type { BackgroundEntry, EndpointEntry } from '../../catalogue.ts';
import { permissionsOf } from '../../grants/grants.ts';
import type { Statement } from '../../grants/statement.ts';
import * as names from '../../stage/names.ts';
import type { KnownAliases } from '../engines/kms/keys.ts';
import type { KeyPolicy } from '../engines/kms/policy.ts';
import { SECRETS_KEY, tokenKey } from '../environment.ts';
import { LOCAL_STAGE as STAGE } from './stage.ts';

/** The keys of a deployed stage, with their local aliases. */
export const localKeys = (dataDir: string): KnownAliases => ({
  symmetric: [SECRETS_KEY],
  signing: [tokenKey(dataDir)],
  signingTags: { [names.TOKEN_KEY_TAG]: tokenKey(dataDir).replace(/^alias\//, '') },
});

/** The IAM statements of functions on keys (infra/grants/grants.ts), with the local aliases. */
export function localKeyPolicy(
  functions: readonly (EndpointEntry | BackgroundEntry)[],
  dataDir: string,
  onUsed: (functionName: string, action: string) => void,
): KeyPolicy {
  const named = new Map(functions.map(entry => [entry.name, entry]));
  const known = new Map<string, Statement[]>();
  const statementsOf = (entry: EndpointEntry | BackgroundEntry): Statement[] => {
    const { statements } = permissionsOf(entry, STAGE);
    const text = JSON.stringify(statements.filter(({ Action }) => Action.some(action => action.startsWith('kms:'))))
      .replaceAll(names.keyAlias(STAGE, 'token'), tokenKey(dataDir))
      .replaceAll(names.keyAlias(STAGE, 'secrets'), SECRETS_KEY)
      .replaceAll(`"${names.tokenKeyTag(STAGE)}"`, `"${tokenKey(dataDir).replace(/^alias\//, '')}"`);
    return JSON.parse(text) as Statement[];
  };
  return {
    statementsOf(caller) {
      const entry = named.get(caller);
      if (entry && !known.has(caller)) known.set(caller, statementsOf(entry));
      return known.get(caller);
    },
    onUsed,
  };
}
