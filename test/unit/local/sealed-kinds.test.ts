import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { onSecretsKey } from '../../../infra/grants/key-grants.ts';
import { openKeyFile } from '../../../infra/local/engines/kms/keys.ts';
import { authorise } from '../../../infra/local/engines/kms/policy.ts';
import { LOCAL_STAGE } from '../../../infra/local/policy/stage.ts';
import * as names from '../../../infra/stage/names.ts';
import { SEALED, type SealedKind } from '#shared/base/vocabulary/sealed-kinds.ts';
import { sealContext as secretContext } from '#shared/platform/store/company-secret.ts';
import { sealContext as invitationContext } from '#shared/accounts/identity/invitations/store.ts';
import { SHARE_SECRET } from '#shared/documents/invoices/share-links/secret.ts';
import { linkSealContext } from '#shared/authority/taxauth/connections/link-store.ts';
import { sealContext as tokenContext } from '#shared/authority/taxauth/connections/store.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { dataFolder } from './engines-support.ts';

/** A function that has been taken over asks KMS to decrypt what it has read: only its own kind of credentials is decrypted. */

const company = companyScope('c');
const CONTEXTS: Record<SealedKind, Record<string, string>> = {
  // Of shared/accounts/identity/mfa/second-factor.ts and shared/app/webhooks/endpoints/secret.ts, which no other module sees.
  totp: { purpose: 'totp', user: 'u' },
  'webhook-secret': { company: 'c', webhook: 'w' },
  'share-links': secretContext(company, SHARE_SECRET),
  'taxauth-token': tokenContext({ id: 't', userId: 'u', organizationId: 'o' }),
  'taxauth-link': linkSealContext({ userId: 'u', hash: 'h' }),
  invitation: invitationContext({ id: 'i', organizationId: 'o' }),
};

const alias = names.keyAlias(LOCAL_STAGE, 'secrets');
const keys = openKeyFile(join(dataFolder(), 'keys.json'), { symmetric: [alias], signing: [], signingTags: {} });
const policy = { statementsOf: (kind: string) => [onSecretsKey(LOCAL_STAGE, ['kms:Decrypt'], kind as SealedKind)] };

describe.each(SEALED)('a function that may decrypt %s', kind => {
  test.each(SEALED)('may decrypt %s only if that is its kind', wanted => {
    const open = (): void =>
      authorise(policy, keys, kind, 'Decrypt', { KeyId: alias, EncryptionContext: CONTEXTS[wanted] } as object);
    if (wanted === kind) expect(open).not.toThrow();
    else expect(open).toThrow(expect.objectContaining({ name: 'AccessDeniedException' }) as Error);
  });

  test('may not decrypt without a context', () => {
    expect(() => authorise(policy, keys, kind, 'Decrypt', { KeyId: alias })).toThrow('not authorized');
  });
});
