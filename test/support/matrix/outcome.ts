import type { EndpointDefinition } from '#shared/platform/lambda/endpoint/definition.ts';
import type { Permission } from '#shared/platform/access/permissions.ts';

/** The parts of an endpoint's definition that decide who is admitted; the generated permission tests derive the expected answer from them. */
export type Rules = Pick<
  EndpointDefinition,
  | 'method'
  | 'path'
  | 'auth'
  | 'companyIn'
  | 'organizationIn'
  | 'permission'
  | 'sessionOnly'
  | 'deletedCompany'
  | 'readOnlyCompany'
>;

/** The properties of a caller that decide about admission. */
export interface Standing {
  credential: 'none' | 'invalid' | 'session' | 'api-key';
  account: 'active' | 'inactive';
  /**
   * The company that the request names, in the header or (for endpoints that have it there) in the path. `hidden`: malformed,
   * unknown, of an organization where the caller is no active member; `not-allowed`: outside of the member's list.
   */
  company: 'unnamed' | 'hidden' | 'deleted' | 'not-allowed' | 'read-only' | 'accessible';
  /** `X-Organization` names an organization in which the caller is no active member. */
  foreignOrganization?: boolean;
  /** Active in no organization at all. */
  organizationless?: boolean;
  holds: (permission: Permission) => boolean;
}

export interface Refusal {
  status: number;
  code: string;
  details?: Record<string, unknown>;
}

const forbidden = (reason: string, more: object = {}): Refusal => ({
  status: 403,
  code: 'forbidden',
  details: { reason, ...more },
});
const UNAUTHORIZED: Refusal = { status: 401, code: 'unauthorized' };
const NOT_FOUND: Refusal = { status: 404, code: 'not_found' };

/** The expected rejection by the first rule that fails; undefined if the request is accepted. */
export function refusalOf(endpoint: Rules, caller: Standing): Refusal | undefined {
  if (endpoint.auth === 'public') return undefined;
  const isKey = caller.credential === 'api-key';
  if (caller.credential === 'none' || caller.credential === 'invalid') return UNAUTHORIZED;
  if (caller.account === 'inactive') return isKey ? UNAUTHORIZED : forbidden('account_inactive');
  return (
    companyRefusal(endpoint, caller) ??
    (endpoint.sessionOnly && isKey ? forbidden('session_required') : undefined) ??
    (caller.foreignOrganization && endpoint.auth === 'user' && endpoint.organizationIn !== 'path' && !isKey
      ? forbidden('organization_access')
      : undefined) ??
    (caller.organizationless && endpoint.permission ? NOT_FOUND : undefined) ??
    (endpoint.permission && !caller.holds(endpoint.permission)
      ? forbidden('permission', { permission: endpoint.permission })
      : undefined)
  );
}

function companyRefusal(endpoint: Rules, { company }: Standing): Refusal | undefined {
  const inPath = endpoint.companyIn === 'path';
  if (company === 'unnamed') return endpoint.auth === 'company' ? forbidden('company_required') : undefined;
  if (company === 'hidden' || (company === 'deleted' && !endpoint.deletedCompany)) {
    return inPath ? NOT_FOUND : forbidden('company_access');
  }
  if (company === 'not-allowed') return forbidden('company_access');
  const writes = endpoint.method !== 'GET' && !endpoint.readOnlyCompany;
  return company === 'read-only' && endpoint.auth === 'company' && writes ? forbidden('company_read_only') : undefined;
}
