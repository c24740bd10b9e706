import { type Actor, fullName, type Membership } from '#shared/platform/access/model.ts';
import { currentMembership } from '#shared/platform/access/organizations.ts';
import { effectivePermissions } from '#shared/platform/access/permissions.ts';
import { forbidden, notFound } from '#shared/base/kernel/errors.ts';
import { isId } from '#shared/base/kernel/ids.ts';
import type { Requirements } from '../definition.ts';
import type { Subject } from './admit-company.ts';
import type { Caller } from './identify.ts';

/**
 * The caller as an actor in an organization: the one in the path, else the company's, else the caller's current one.
 *
 * @param ofCompany the membership in the company's organization, if a company was admitted
 * @throws 403 without the endpoint's permission; 404 for callers without an organization
 */
export async function admitActor(
  requirements: Requirements,
  caller: Caller,
  subject: Subject,
  ofCompany: Membership | undefined,
): Promise<Actor> {
  const { account, memberships, sessionId, loggedInAt, apiToken } = caller;
  const current =
    requirements.organizationIn === 'path'
      ? memberships.find(one => one.organizationId === subject.inPath)
      : (ofCompany ?? (await inOrganization(caller, subject.organizationId)));
  // Callers without an organization get 404 on its endpoints (REQ-40).
  if (!current && requirements.permission) throw notFound('Organization');
  const permissions = new Set(current ? effectivePermissions(current.role, current.permissions, apiToken?.scopes ?? null) : []);
  if (requirements.permission && !permissions.has(requirements.permission))
    throw forbidden('permission', `Permission ${requirements.permission} is needed.`, { permission: requirements.permission });
  const { id: userId, email } = account;
  const name = fullName(account);
  const credential = { sessionId, loggedInAt, apiToken };
  return { userId, email, name, account, memberships, ...credential, membership: current ?? null, permissions };
}

/** The membership to act in when no company is named (REQ-38). @throws 403 */
async function inOrganization({ memberships, apiToken }: Caller, organizationId?: string): Promise<Membership | undefined> {
  if (apiToken || !organizationId) return currentMembership(memberships);
  const membership = memberships.find(one => one.organizationId === organizationId);
  const message = isId(organizationId)
    ? 'No active membership in the organization of X-Organization.'
    : 'X-Organization must be a UUID.';
  if (!membership) throw forbidden('organization_access', message);
  return membership;
}
