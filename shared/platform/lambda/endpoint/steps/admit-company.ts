import type { Membership } from '#shared/platform/access/model.ts';
import { reachesAllCompanies } from '#shared/platform/access/permissions.ts';
import { requireOwnKind } from '#shared/platform/access/actor.ts';
import { forbidden, notFound } from '#shared/base/kernel/errors.ts';
import { isId } from '#shared/base/kernel/ids.ts';
import type { Company } from '#shared/model/company.ts';
import type { Requirements } from '../definition.ts';
import type { Caller } from './identify.ts';

/** The company and organization that the request names in headers and path. */
export interface Subject {
  /** The id of the company that the request names. */
  named: string | undefined;
  /** The company with that id, if it exists. */
  company: Company | undefined;
  /** The id in `X-Organization`. */
  organizationId: string | undefined;
  /** The path parameter `uuid`. */
  inPath: string | undefined;
}

const NO_ACCESS = 'No access to this company.';

/**
 * The named company with the caller's membership, if the caller may act in it; undefined if the request names none.
 *
 * @throws 403; 404 for a company in the path that the caller cannot see
 */
export function admitCompany(
  requirements: Requirements,
  { memberships, apiToken }: Caller,
  { named, company }: Subject,
): { company: Company; membership: Membership } | undefined {
  const needed = requirements.auth === 'company';
  const inPath = requirements.companyIn === 'path';
  const membership = memberships.find(one => one.organizationId === company?.organizationId);
  const isHidden = !company || !membership || (company.deletedAt !== null && !reachesDeleted(requirements, membership));
  if (needed && named === undefined) throw forbidden('company_required', 'Header X-Company is missing.');
  if (named !== undefined || inPath) {
    if (isHidden && inPath) throw notFound('Company');
    if (isHidden) throw forbidden('company_access', isId(named ?? '') ? NO_ACCESS : 'X-Company must be a UUID.');
    if (!reachesAllCompanies(membership.role) && !membership.allowedCompanies.includes(company.id))
      throw forbidden('company_access', NO_ACCESS);
    requireOwnKind(apiToken, company);
  }
  if (!needed && apiToken?.sandbox && requirements.writes && !requirements.sandboxKey)
    throw forbidden('sandbox_key', 'A sandbox key changes nothing outside of sandbox companies: use another API key.');
  if (needed && company?.isReadOnly && requirements.writes && !requirements.readOnlyCompany)
    throw forbidden('company_read_only', 'The company is read-only under the current plan.');
  if (requirements.sessionOnly && apiToken)
    throw forbidden('session_required', 'This call needs a login session, not an API key.');
  return isHidden ? undefined : { company, membership };
}

const reachesDeleted = ({ deletedCompany }: Requirements, { role }: Membership): boolean =>
  deletedCompany === true || (deletedCompany === 'owners' && role === 'owner');
