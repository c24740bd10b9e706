import { type Item, type Key, organizationKey, organizationPartition } from '#shared/platform/store/table.ts';
import type { Actor, Invitation } from '#shared/platform/access/model.ts';
import type { SealContext } from '#shared/platform/aws/sealed.ts';
import { put, type Write } from '#shared/platform/store/transact.ts';
import { getItem, queryItems } from '#shared/platform/store/read.ts';
import { mailRequest } from '#shared/output/mail/requests.ts';
import { found, notFound } from '#shared/base/kernel/errors.ts';
import { organizationOf } from '#shared/platform/access/actor.ts';
import type { FoundInvitation } from './model.ts';
import { readNamingToken } from '#shared/platform/access/credentials.ts';
import type { OrganizationItem } from '#shared/platform/access/organization-plan.ts';
import { organizationRecordKey } from '#shared/platform/access/records.ts';

/** Invitations in the table: under the hash of their token, in the partition of the organization whose id is in the token. */

const PREFIX = 'INVITATION#';

/** Seconds for which an invitation stays stored and visible after it has ended. */
const KEPT_SECONDS = 30 * 86_400;

export const invitationKey = (organizationId: string, hash: string): Key => organizationKey(organizationId, `${PREFIX}${hash}`);

const invitationItem = (invitation: Invitation): Item & Record<string, unknown> => ({
  ...invitationKey(invitation.organizationId, invitation.tokenHash),
  kind: 'invitation',
  data: invitation,
  expiresAt: Math.ceil(Date.parse(invitation.expiresAt) / 1000) + KEPT_SECONDS,
});

/** The encryption context of the encrypted token. */
export const sealContext = ({ id, organizationId }: Pick<Invitation, 'id' | 'organizationId'>): SealContext => ({
  invitationId: id,
  organizationId,
});

export const createInvitation = (invitation: Invitation): Write =>
  put(invitationItem(invitation), { expression: 'attribute_not_exists(pk)' });

/** The write that replaces an invitation, provided that it has not changed since the read. */
export const changeInvitation = (before: Invitation, after: Invitation): Write =>
  put(invitationItem(after), {
    expression: '#data.#status = :status AND #data.resentAt = :resent',
    names: { '#data': 'data', '#status': 'status' },
    values: { ':status': before.status, ':resent': before.resentAt },
  });

export const readInvitation = async (organizationId: string, hash: string): Promise<Invitation | undefined> =>
  (await getItem<Item & { data: Invitation }>(invitationKey(organizationId, hash)))?.data;

/** All stored invitations of an organization. */
export async function readInvitations(organizationId: string): Promise<Invitation[]> {
  const range = { partition: organizationPartition(organizationId), beginsWith: PREFIX };
  return (await queryItems<Item & { data: Invitation }>(range)).map(item => item.data);
}

export const mail = ({ organizationId, tokenHash }: Invitation): Write =>
  mailRequest(organizationPartition(organizationId), { template: 'invitation', organizationId, hash: tokenHash });

/** An invitation of the caller's organization that was neither accepted nor cancelled. @throws 404 */
export async function findPending(actor: Actor, id: string): Promise<Invitation> {
  const invitation = found(
    (await readInvitations(organizationOf(actor))).find(one => one.id === id),
    'Invitation',
  );
  if (invitation.status !== 'pending') throw notFound('Invitation');
  return invitation;
}

/** The invitation of a token with its organization, in one round trip; undefined if there is none. */
export async function findInvited(token: string): Promise<FoundInvitation | undefined> {
  const named = readNamingToken(token);
  if (!named) return undefined;
  const [invitation, organization] = await Promise.all([
    readInvitation(named.id, named.hash),
    getItem<OrganizationItem>(organizationRecordKey(named.id)),
  ]);
  return invitation && organization ? { invitation, organization } : undefined;
}
