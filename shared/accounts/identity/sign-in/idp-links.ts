import { instant } from '#shared/base/kernel/clock.ts';
import { unauthorized } from '#shared/base/kernel/errors.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type Item, type Key, lookupKey, userKey } from '#shared/platform/store/table.ts';
import { create, type Write } from '#shared/platform/store/transact.ts';
import type { IdpIdentity } from './idp.ts';

/**
 * The link of an account to an identity at a provider. An identity is its issuer and subject, which are never reassigned to another
 * person, as an email may be. Item `U#<user>` / `IDP#<hash>`; lookup item `IDP#<hash>`.
 */
export interface IdpLink {
  hash: string;
  issuer: string;
  createdAt: string;
}

const hashOf = ({ issuer, subject }: IdpIdentity): string => sha256(`${issuer}\n${subject}`);

export const idpLookupKey = (hash: string): Key => lookupKey('IDP', hash);

/** The id of the user to whom an identity is linked; undefined before the first login with it. */
export const findLinked = async (identity: IdpIdentity): Promise<string | undefined> =>
  (await getItem<Item & { data: { userId: string } }>(idpLookupKey(hashOf(identity))))?.data.userId;

/** The writes that link an identity to an account. @throws `ConditionFailed` when committed, if it is linked already */
export function linkIdentity(userId: string, identity: IdpIdentity): Write[] {
  const link: IdpLink = { hash: hashOf(identity), issuer: identity.issuer, createdAt: instant() };
  return [
    create({ ...idpLookupKey(link.hash), kind: 'idp-lookup', data: { userId } }),
    create({ ...userKey(userId, `IDP#${link.hash}`), kind: 'idp-link', data: link }),
  ];
}

/**
 * The write that marks an ID token as used, so that a token that was intercepted or logged cannot be replayed (OWASP ASVS 5.0
 * §10.5.1). Item `IDTOKEN#<hash>`, stored until the token expires.
 *
 * @throws 401 when the transaction is committed, if the token was used
 */
export function useIdToken({ token }: IdpIdentity): Write {
  const refused = () => unauthorized('The ID token was used already; ask the identity provider for a new one.');
  return create({ ...lookupKey('IDTOKEN', token.hash), kind: 'used-id-token', expiresAt: token.acceptedUntil }, refused);
}
