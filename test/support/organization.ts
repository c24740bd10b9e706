import { expecting } from '../../infra/local/api-client.ts';
import { tokenIn } from '../../infra/local/demo/journey.ts';
import type { Role } from '#shared/platform/access/permissions.ts';
import { changeAccount, newEmail, registerOnly, type Registered, userIdOf } from './accounts.ts';
import type { Member } from './contract.ts';
import type { Service } from './service.ts';

/** Members of an organization, created by the API: invited by mail, accepted, and changed by an owner. */

export interface Joined extends Registered {
  /** Id of the membership. */
  memberId: string;
}

/** The token in the newest invitation mail to an address. */
export async function invitationToken(service: Service, email: string): Promise<string> {
  await service.idle();
  const mail = (await service.mailbox(email)).find(({ subject }) => /^Invita/.test(subject));
  const token = mail && tokenIn(mail);
  if (token === undefined) throw new Error(`No invitation has come for ${email}.`);
  return token;
}

/** Invites an email, for which the inviter's own is confirmed; the invitation's id and token. */
export async function invited(
  service: Service,
  by: { token: string },
  body: { email: string; role: Role; allowedCompanies?: string[] },
): Promise<{ id: string; token: string }> {
  await changeAccount(userIdOf(by.token), { emailConfirmed: true });
  const sent = service.api('POST', '/api/v1/invitations', { token: by.token, body });
  const { id } = await expecting<{ id: string }>(201, 'Inviting', sent);
  return { id, token: await invitationToken(service, body.email) };
}

export const membersOf = (service: Service, by: { token: string }): Promise<Member[]> =>
  expecting<Member[]>(200, 'Members', service.api('GET', '/api/v1/members', { token: by.token }));

/** A new user with a confirmed email who has accepted an owner's invitation, and acts in that organization; their own one is closed. */
export async function newMember(
  service: Service,
  owner: { token: string },
  role: Role,
  allowedCompanies: string[] = [],
): Promise<Joined> {
  const email = newEmail();
  const [person, { token }] = await Promise.all([
    registerOnly(service, { email }),
    invited(service, owner, { email, role: role === 'owner' ? 'admin' : role, allowedCompanies }),
  ]);
  await changeAccount(person.userId, { emailConfirmed: true });
  const path = `/api/v1/invitations/accept/${token}`;
  await expecting(200, 'Accepting', service.api('POST', path, { token: person.token }));
  // The index of members has the new one by then.
  await service.idle();
  const member = (await membersOf(service, owner)).find(one => one.userId === person.userId);
  if (!member) throw new Error('Who accepted is no member.');
  const joined = { ...person, memberId: member.id };
  if (role === 'owner') await changeMember(service, owner, joined, { role });
  return joined;
}

/** Changes a membership as its organization's owner. */
export const changeMember = (
  service: Service,
  owner: { token: string },
  { memberId }: Pick<Joined, 'memberId'>,
  body: Record<string, unknown>,
): Promise<Member> =>
  expecting<Member>(200, 'Changing a member', service.api('PATCH', `/api/v1/members/${memberId}`, { token: owner.token, body }));
