import { randomUUID } from 'node:crypto';
import { everyItem } from './stored/every-item.ts';
import { expecting } from '../../infra/local/api-client.ts';
import type { MailboxMessage } from '../../infra/local/engines/ses/index.ts';
import { tokenIn } from '../../infra/local/demo/journey.ts';
import { accountKey, membershipKey, readAccount } from '#shared/platform/access/records.ts';
import { claimedBy } from '#shared/platform/access/access-token.ts';
import type { Account, Membership } from '#shared/platform/access/model.ts';
import { membersOf } from '#shared/platform/access/organizations.ts';
import type { Role } from '#shared/platform/access/permissions.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { openSession } from '#shared/accounts/identity/sessions/open.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { put, transact, update } from '#shared/platform/store/transact.ts';
import type { Service } from './service.ts';

/** Creates accounts, also in states that no endpoint produces, and reads their data for tests. */

export const PASSWORD = 'Correct-Horse-9-Battery';

export const newEmail = (): string => `user-${randomUUID()}@test.example`;

export interface Registered {
  userId: string;
  email: string;
  token: string;
  refreshToken: string;
}

/** Registers by the API, and leaves the email unconfirmed. */
export async function registerOnly({ api }: Service, body: Record<string, unknown> = {}): Promise<Registered> {
  const email = newEmail();
  const answer = await api('POST', '/api/auth/register', { body: { email, password: PASSWORD, ...body } });
  if (answer.status !== 201) throw new Error(`Registration answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  const registered = answer.body as { token: string; refresh_token: string; email: string };
  return {
    userId: userIdOf(registered.token),
    email: registered.email,
    token: registered.token,
    refreshToken: registered.refresh_token,
  };
}

/** Registers and logs in with the email confirmed. */
export async function registerConfirmed(service: Service, body: Record<string, unknown> = {}): Promise<Registered> {
  const registered = await registerOnly(service, body);
  const token = await mailedToken(service, registered.email);
  const answer = await service.api('POST', '/api/auth/confirm-email', { body: { token } });
  if (answer.status !== 200) throw new Error(`Confirmation answered ${answer.status}.`);
  return registered;
}

/** Registers, and confirms the email in the table: without the mail, which takes longer. */
export async function registerReady(service: Service, body: Record<string, unknown> = {}): Promise<Registered> {
  const registered = await registerOnly(service, body);
  await changeAccount(registered.userId, { emailConfirmed: true });
  return registered;
}

export function userIdOf(token: string): string {
  const claims = claimedBy(token);
  if (!claims) throw new Error('The token names nobody.');
  return claims.sub;
}

/** The token of the newest confirmation mail. */
export async function mailedToken(service: Service, email: string): Promise<string> {
  await service.idle();
  const token = (await service.mailbox(email)).map(tokenIn).find(found => found !== undefined);
  if (token === undefined) throw new Error(`No mail with a token has come for ${email}.`);
  return token;
}

/** The newest mail with a link to reset the password; undefined if there is none. */
export async function resetMail(service: Service, email: string): Promise<MailboxMessage | undefined> {
  await service.idle();
  return (await service.mailbox(email)).find(mail => (mail.text ?? '').includes('/reset-password'));
}

/** Requests a password reset. @returns the mailed token */
export async function resetToken(service: Service, email: string): Promise<string> {
  await expecting(200, 'Asking', service.api('POST', '/api/auth/forgot-password', { body: { email } }));
  const mail = await resetMail(service, email);
  const token = mail && tokenIn(mail);
  if (token === undefined) throw new Error('No mail with a token has come.');
  return token;
}

/** Changes fields of an account directly in the table. */
export const changeAccount = (userId: string, fields: Partial<Account>): Promise<void> =>
  transact(
    Object.entries(fields).map(([name, value]) =>
      update(accountKey(userId), {
        expression: 'SET #data.#name = :value',
        names: { '#data': 'data', '#name': name },
        values: { ':value': value },
        condition: 'attribute_exists(pk)',
      }),
    ),
  );

/** Makes a person a member of the organization that another one owns; or changes the membership. */
export async function joinOrganization(
  userId: string,
  ownerId: string,
  role: Role,
  overrides: Partial<Membership> = {},
): Promise<void> {
  const owned = (await readAccount(ownerId)).memberships.find(one => one.role === 'owner');
  if (!owned) throw new Error('The owner has no organization.');
  const at = instant();
  const membership: Membership = {
    ...owned,
    id: newId(),
    userId,
    role,
    joinedAt: at,
    createdAt: at,
    updatedAt: at,
    ...overrides,
  };
  await putMembership(membership);
}

export const putMembership = (membership: Membership): Promise<void> =>
  transact([
    put({
      ...membershipKey(membership.userId, membership.organizationId),
      kind: 'membership',
      data: membership,
      row: membership,
      gsi1pk: membersOf(membership.organizationId),
      gsi1sk: `${membership.joinedAt}#${membership.id}`,
    }),
  ]);

/** All items of the table, as text. */
export async function everythingAtRest(): Promise<string> {
  return JSON.stringify(await everyItem(), (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );
}

/** One more login of the person. @returns the session's id */
export async function openedSession(token: string): Promise<string> {
  const { account } = await readAccount(userIdOf(token));
  if (!account) throw new Error('No account.');
  const { session, writes } = openSession(account);
  await transact(writes);
  return session.id;
}
