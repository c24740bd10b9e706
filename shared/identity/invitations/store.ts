import { type Item, type Key, organizationKey, organizationPartition } from '../../store/table.ts';
import type { Actor, Invitation } from '../../access/model.ts';
import type { SealContext } from '../../aws/sealed.ts';
import { put, type Write } from '../../store/transact.ts';
import { getItem, queryItems } from '../../store/read.ts';
import { mailRequest } from '../../mail/requests.ts';
import { found, notFound } from '../../kernel/errors.ts';
import { organizationOf } from '../../access/actor.ts';
import type { FoundInvitation } from './model.ts';
import { readNamingToken } from '../../access/credentials.ts';
import type { OrganizationItem } from '../../access/organization-plan.ts';
import { organizationRecordKey } from '../../access/records.ts';

/** How invitations are kept: under the hash of their token, in the partition of the organization that the token names. */

const PREFIX = 'INVITATION#';

/** An invitation is kept, and shown with its end, for this long after it. */
const KEPT_SECONDS = 30 * 86_400;

export const invitationKey = (organizationId: string, hash: string): Key => organizationKey(organizationId, `${PREFIX}${hash}`);

const invitationItem = (invitation: Invitation): Item & Record<string, unknown> => ({
  ...invitationKey(invitation.organizationId, invitation.tokenHash),
  kind: 'invitation',
  data: invitation,
  expiresAt: Math.ceil(Date.parse(invitation.expiresAt) / 1000) + KEPT_SECONDS,
});

/** What the sealed token is bound to. */
export const sealContext = ({ id, organizationId }: Pick<Invitation, 'id' | 'organizationId'>): SealContext => ({
  invitationId: id,
  organizationId,
});

export const createInvitation = (invitation: Invitation): Write =>
  put(invitationItem(invitation), { expression: 'attribute_not_exists(pk)' });

/** Takes an invitation from what was read to the next state. */
export const changeInvitation = (before: Invitation, after: Invitation): Write =>
  put(invitationItem(after), {
    expression: '#data.#status = :status AND #data.resentAt = :resent',
    names: { '#data': 'data', '#status': 'status' },
    values: { ':status': before.status, ':resent': before.resentAt },
  });

export const readInvitation = async (organizationId: string, hash: string): Promise<Invitation | undefined> =>
  (await getItem<Item & { data: Invitation }>(invitationKey(organizationId, hash)))?.data;

/** All invitations of an organization that are still kept. */
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

/** What a token invites into, in one parallel round trip; undefined when the token is none. */
export async function findInvited(token: string): Promise<FoundInvitation | undefined> {
  const named = readNamingToken(token);
  if (!named) return undefined;
  const [invitation, organization] = await Promise.all([
    readInvitation(named.id, named.hash),
    getItem<OrganizationItem>(organizationRecordKey(named.id)),
  ]);
  return invitation && organization ? { invitation, organization } : undefined;
}
