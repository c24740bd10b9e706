import { instant } from '../../kernel/clock.ts';
import { unauthorized } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/ids.ts';
import { getItem } from '../../store/read.ts';
import { type Item, type Key, lookupKey, userKey } from '../../store/table.ts';
import { create, type Write } from '../../store/transact.ts';
import type { IdpIdentity } from './idp.ts';

/**
 * Which account an identity of a provider is: by issuer and subject, which are never given to another person; an email may be.
 * Item `U#<user>` / `IDP#<hash>`, found by `IDP#<hash>`.
 */
export interface IdpLink {
  hash: string;
  issuer: string;
  createdAt: string;
}

const hashOf = ({ issuer, subject }: IdpIdentity): string => sha256(`${issuer}\n${subject}`);

export const idpLookupKey = (hash: string): Key => lookupKey('IDP', hash);

/** Whose identity it is; undefined before the first login with it. */
export const findLinked = async (identity: IdpIdentity): Promise<string | undefined> =>
  (await getItem<Item & { data: { userId: string } }>(idpLookupKey(hashOf(identity))))?.data.userId;

/** The writes that make an identity an account's. They fail with `ConditionFailed` when it is one's already. */
export function linkIdentity(userId: string, identity: IdpIdentity): Write[] {
  const link: IdpLink = { hash: hashOf(identity), issuer: identity.issuer, createdAt: instant() };
  return [
    create({ ...idpLookupKey(link.hash), kind: 'idp-lookup', data: { userId } }),
    create({ ...userKey(userId, `IDP#${link.hash}`), kind: 'idp-link', data: link }),
  ];
}

/**
 * The write that uses an ID token up: one that was stolen on its way, or lies in a log, signs nobody in a second time (OWASP ASVS 5.0
 * §10.5.1). Item `IDTOKEN#<hash>`, kept for as long as the token would be accepted.
 *
 * @throws (in the transaction) 401 for a token that was used
 */
export function useIdToken({ token }: IdpIdentity): Write {
  const refused = () => unauthorized('The ID token was used already; ask the identity provider for a new one.');
  return create({ ...lookupKey('IDTOKEN', token.hash), kind: 'used-id-token', expiresAt: token.acceptedUntil }, refused);
}
