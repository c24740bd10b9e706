import * as z from 'zod';
import type { idpSignedInSchema } from './schema.ts';
import type { IdpIdentity } from './idp.ts';
import { type Person, readPerson, requireActive, type SignedIn, signInOrChallenge } from './complete.ts';
import type { LoginClient } from './known-address.ts';
import { findLinked, linkIdentity, useIdToken } from './idp-links.ts';
import { findUserId } from '../account/store.ts';
import type { Language } from '#shared/model/document.ts';
import { type Commit, ConditionFailed, retryOnContention } from '#shared/platform/store/transact.ts';
import { forbidden, unauthorized } from '#shared/base/kernel/errors.ts';
import { addLogFields } from '#shared/base/kernel/log.ts';
import { clear, type ClearCompany, isUnproven, lockOut } from './takeover.ts';
import { mailRequest } from '#shared/output/mail/requests.ts';
import { userPartition } from '#shared/platform/store/table.ts';
import { setting } from '#shared/platform/settings/settings.ts';
import { foundOrganization, newAccount } from './new-account.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { openSession } from '../sessions/open.ts';
import { issueAccessToken } from '../sessions/issue-token.ts';
import { fullName } from '#shared/platform/access/model.ts';

export type IdpSignedIn = z.infer<typeof idpSignedInSchema>;

/** The identity in an ID token, and the account that it may sign in. */
export interface FoundIdentity {
  identity: IdpIdentity;
  /** Whether the identity is linked to an account. */
  isLinked: boolean;
  /** The user to whom the identity is linked; without a link, the user with its verified email. */
  person: Person | undefined;
}

/** Reads the user of an identity in two round trips: both lookups in parallel, then the account. */
export async function findPersonOf(identity: IdpIdentity): Promise<FoundIdentity> {
  const { verifiedEmail } = identity;
  const [linked, byEmail] = await Promise.all([
    findLinked(identity),
    verifiedEmail === null ? undefined : findUserId(verifiedEmail),
  ]);
  return { identity, isLinked: linked !== undefined, person: await readPerson(linked ?? byEmail) };
}

/** The client that presents the token. */
interface Caller {
  client: LoginClient;
  /** The language that the client prefers, for a new account. */
  language: Language;
  clearCompany: ClearCompany;
}

/**
 * Signs in the user of an ID token: the user to whom its issuer and subject are linked; otherwise the user with its email, to whom
 * the identity is then linked; otherwise a new user, registered with an organization. The token cannot be used again.
 *
 * @param found undefined if the request has no acceptable token
 * @throws 401 for a token that was used already; 403 for an email that the provider has not verified, an inactive account, or a new
 *   user while registration is switched off
 */
export async function idpLogin(found: FoundIdentity | undefined, caller: Caller, commit: Commit<SignedIn>): Promise<IdpSignedIn> {
  if (!found) throw unauthorized();
  const { identity } = found;
  const email = identity.verifiedEmail;
  if (email === null)
    throw forbidden('idp_email_not_verified', 'The identity provider has not verified the email: verify it there first.');
  // Of two concurrent first logins, one creates the account or the link; the other fails, is retried and finds it.
  return retryOnContention(async attempt => {
    const { isLinked, person } = attempt === 0 ? found : await findPersonOf(identity);
    addLogFields({ userId: person?.account.id });
    if (!person) return register(identity, { email, ...caller }, commit);
    requireActive(person.account);
    const signedIn = isLinked
      ? await signInOrChallenge(person, commit, { writes: [useIdToken(identity)], client: caller.client })
      : await linkAndSignIn(person, { identity, ...caller }, commit);
    return 'token' in signedIn ? { ...signedIn, isNewUser: false } : signedIn;
  });
}

/** Links an identity to the account with its email. An account that never confirmed the email is taken over first (takeover.ts). */
async function linkAndSignIn(
  person: Person,
  { identity, client, clearCompany }: { identity: IdpIdentity } & Pick<Caller, 'client' | 'clearCompany'>,
  commit: Commit<SignedIn>,
): Promise<SignedIn> {
  const { account } = person;
  const link = [...linkIdentity(account.id, identity), useIdToken(identity)];
  if (!isUnproven(account)) return signInOrChallenge(person, commit, { writes: link, client });
  const locked = await lockOut(account, () => new ConditionFailed(0, undefined));
  const { changes, writes } = await clear(locked, clearCompany);
  return signInOrChallenge({ account: locked, mfa: undefined }, commit, {
    writes: [...link, ...writes, welcome(account.id)],
    changes: { ...changes, passwordHash: null },
    client,
  });
}

const welcome = (userId: string) => mailRequest(userPartition(userId), { template: 'welcome', userId });

async function register(
  identity: IdpIdentity,
  { email, language, client }: { email: string } & Pick<Caller, 'language' | 'client'>,
  commit: Commit<SignedIn>,
): Promise<IdpSignedIn> {
  if (setting('REGISTRATION') === 'off') throw forbidden('registration_off', 'Registration is switched off.');
  const { firstName, lastName } = identity;
  const { account, writes } = newAccount({
    ...{ email, firstName, lastName, locale: language, passwordHash: null },
    emailConfirmed: true,
    lastConnectedAt: instant(),
  });
  const { session, refreshToken, writes: opening } = openSession(account, client);
  const tokens = { token: await issueAccessToken(account, session), refresh_token: refreshToken };
  await commit(
    [
      ...writes,
      ...foundOrganization(account, fullName(account)),
      ...linkIdentity(account.id, identity),
      useIdToken(identity),
      ...opening,
      welcome(account.id),
    ],
    tokens,
  );
  return { ...tokens, isNewUser: true };
}
