import type { Actor, Membership } from '#shared/platform/access/model.ts';
import { readOrganization } from '#shared/platform/access/organization-plan.ts';
import { companiesOf } from '#shared/platform/access/organizations.ts';
import { isOfKind } from '#shared/platform/access/actor.ts';
import { effectivePermissions, type Permission, reachesAllCompanies } from '#shared/platform/access/permissions.ts';
import { queryRows } from '#shared/platform/store/read.ts';
import { readConnecting } from '#shared/authority/taxauth/connections/store.ts';
import type { CompanyView, OrganizationParts } from './present.ts';
import type { Company } from '#shared/model/company.ts';

/** Reads the data of the organization that answers about companies show. */
export async function readOrganizationParts(organizationId: string): Promise<OrganizationParts> {
  const [{ data: organization }, tokens] = await Promise.all([readOrganization(organizationId), readConnecting(organizationId)]);
  return { organization, tokens };
}

/** The companies that a member has access to. */
async function reachedBy(membership: Membership): Promise<CompanyView[]> {
  const [companies, organizationParts] = await Promise.all([
    queryRows<Company>('gsi1', { partition: companiesOf(membership.organizationId) }),
    readOrganizationParts(membership.organizationId),
  ]);
  return companies
    .filter(({ id }) => reachesAllCompanies(membership.role) || membership.allowedCompanies.includes(id))
    .map(company => ({ company, ...organizationParts }));
}

/**
 * All companies that the caller has access to, in all of their organizations, sorted by name; of an API key those of its kind.
 *
 * @param permission only those in whose organization the caller has it
 */
export async function listCompanies(actor: Actor, permission?: Permission): Promise<CompanyView[]> {
  const scopes = actor.apiToken?.scopes ?? null;
  const memberships = actor.memberships.filter(
    one => permission === undefined || effectivePermissions(one.role, one.permissions, scopes).includes(permission),
  );
  const views = (await Promise.all(memberships.map(reachedBy))).flat();
  const shown = views.filter(({ company }) => isOfKind(actor.apiToken, company));
  return shown.sort((a, b) => a.company.name.localeCompare(b.company.name, 'ro') || (a.company.id < b.company.id ? -1 : 1));
}
