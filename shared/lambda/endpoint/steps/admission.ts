import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { now } from '../../../kernel/clock.ts';
import { forbidden, notFound, unauthorized } from '../../../kernel/errors.ts';
import { isId } from '../../../kernel/ids.ts';
import { readAccount, readApiToken, readCompany, readSession } from '../../../access/records.ts';
import { verifyAccessToken } from '../../../access/access-token.ts';
import { isOfEpoch } from '../../../access/epoch.ts';
import { type Actor, type ApiToken, fullName, type Membership } from '../../../access/model.ts';
import { currentMembership } from '../../../access/organizations.ts';
import { effectivePermissions, reachesAllCompanies } from '../../../access/permissions.ts';
import type { Company } from '../../../model/company.ts';
import type { Admitted, Requirements } from '../definition.ts';
import { type Credential, readCredential } from './credential.ts';
import { LimitReached } from '../../limits/limit-reached.ts';
import type { Tier } from '../../limits/policies.ts';
import { noteQuotas } from '../../limits/quota-headers.ts';
import { consumeWindow } from '../../limits/sliding-window.ts';
import { consumeBucket } from '../../limits/token-bucket.ts';
import { clientAddress, header } from '../request.ts';

/** The id of the company that the request names; undefined when it names none. */
function namedCompany(requirements: Requirements, event: APIGatewayProxyEventV2): string | undefined {
  if (requirements.companyIn === 'path') return event.pathParameters?.['uuid']?.toLowerCase();
  return header(event, 'x-company')?.trim().toLowerCase() || undefined;
}

/**
 * Whether the caller may go on, decided in the check order of completions-accounts §1.1: rate limit, credential, account, company,
 * permission. Nothing that depends on the request's input is read before.
 *
 * The credential is verified first: an access token in memory by its signature, an API key by one read of its item. What is not
 * verified costs no further read, and is counted in the bucket of unauthenticated callers. Then one wave: the limits, the account
 * with its memberships, the session and the company. A public endpoint asks for no credential and looks at none: all its callers
 * are counted as unauthenticated.
 *
 * @throws 429, 401, 403; 404 for a company in the path that the caller cannot see, and for callers without an organization.
 */
export async function admit(requirements: Requirements, event: APIGatewayProxyEventV2): Promise<Admitted> {
  if (requirements.auth === 'public') {
    await countRequest(requirements, 'unauthenticated', event);
    return { actor: null, company: null };
  }
  const verified = await verify(readCredential(event));
  if (!verified) {
    await countRequest(requirements, 'unauthenticated', event);
    throw unauthorized();
  }
  const named = namedCompany(requirements, event);
  const [counted, caller, company] = await Promise.allSettled([
    countRequest(requirements, 'authenticated', event),
    identify(verified),
    named !== undefined && isId(named) ? readCompany(named) : undefined,
  ]);
  valueOf(counted);
  return admitCompany(requirements, valueOf(caller), {
    named,
    company: valueOf(company),
    organizationId: header(event, 'x-organization')?.trim().toLowerCase(),
    inPath: event.pathParameters?.['uuid']?.toLowerCase(),
  });
}

function valueOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

/** Counts the request in the caller's bucket and the endpoint's window, side by side. @throws 429 when a limit is reached. */
async function countRequest(requirements: Requirements, tier: Tier, event: APIGatewayProxyEventV2): Promise<void> {
  if (requirements.uncounted) return;
  const address = clientAddress(event);
  const counted = await Promise.allSettled([
    consumeBucket(tier, address),
    requirements.window && consumeWindow(requirements.window, address),
  ]);
  const quotas = counted.map(one =>
    one.status === 'fulfilled' ? one.value : one.reason instanceof LimitReached ? one.reason.quota : undefined,
  );
  noteQuotas(
    event,
    quotas.filter(quota => quota !== undefined),
  );
  for (const one of counted) if (one.status === 'rejected') throw one.reason;
}

/** A credential that somebody was given and that has not ended by itself. */
type Verified = { kind: 'session'; userId: string; sessionId: string } | { kind: 'api-key'; userId: string; apiToken: ApiToken };

/** Undefined for what is missing, malformed, forged, unknown, expired or (an API key) revoked. */
async function verify(credential: Credential): Promise<Verified | undefined> {
  if (credential.kind === 'session') {
    const claims = await verifyAccessToken(credential.token);
    return claims ? { kind: 'session', userId: claims.sub, sessionId: claims.sid } : undefined;
  }
  if (credential.kind === 'api-key') {
    const { userId, hash } = credential;
    const apiToken = await readApiToken(userId, hash);
    const expired = apiToken?.expireAt != null && apiToken.expireAt <= now().toISOString();
    return apiToken && !apiToken.revokedAt && !expired ? { kind: 'api-key', userId, apiToken } : undefined;
  }
  return undefined;
}

interface Caller {
  account: Actor['account'];
  memberships: Membership[];
  sessionId: string | null;
  apiToken: ApiToken | null;
}

/** Whose a verified credential is. @throws 401 where it ended with the session, account or membership; 403 for an inactive account. */
async function identify(verified: Verified): Promise<Caller> {
  if (verified.kind === 'session') {
    const [session, { account, memberships }] = await Promise.all([
      readSession(verified.userId, verified.sessionId),
      readAccount(verified.userId),
    ]);
    if (!session || session.revokedAt || session.credentialsChangedAt !== account?.credentialsChangedAt) throw unauthorized();
    if (!account.active) throw forbidden('account_inactive', 'The account is inactive.');
    return { account, memberships: memberships.filter(one => one.isActive), sessionId: session.id, apiToken: null };
  }
  const { apiToken } = verified;
  const { account, memberships } = await readAccount(verified.userId);
  const membership = memberships.find(one => one.organizationId === apiToken.organizationId && one.isActive);
  // A key dies with the account or membership it was made in (completions-accounts §8): 401, not 403.
  if (!account?.active || !membership || !isOfEpoch(apiToken, account)) throw unauthorized();
  return { account, memberships: [membership], sessionId: null, apiToken };
}

/** What the request says it is about. */
interface Subject {
  named: string | undefined;
  company: Company | undefined;
  organizationId: string | undefined;
  /** The path parameter `uuid`. */
  inPath: string | undefined;
}

async function admitCompany(requirements: Requirements, caller: Caller, subject: Subject): Promise<Admitted> {
  const { account, memberships, apiToken } = caller;
  const { named, company } = subject;
  const inPath = requirements.companyIn === 'path';
  const membership = memberships.find(one => one.organizationId === company?.organizationId);
  const hidden = !company || !membership || (company.deletedAt !== null && !requirements.deletedCompany);
  if (requirements.auth === 'company' && named === undefined) throw forbidden('company_required', 'Header X-Company is missing.');
  if (named !== undefined || inPath) {
    if (hidden) throw inPath ? notFound('Company') : forbidden('company_access', 'No access to this company.');
    if (!reachesAllCompanies(membership.role) && !membership.allowedCompanies.includes(company.id)) {
      throw forbidden('company_access', 'No access to this company.');
    }
  }
  if (requirements.auth === 'company' && company?.isReadOnly && requirements.writes) {
    throw forbidden('company_read_only', 'The company is read-only under the current plan.');
  }
  if (requirements.sessionOnly && apiToken)
    throw forbidden('session_required', 'This call needs a login session, not an API key.');
  const ofCompany = hidden ? undefined : membership;
  const current =
    requirements.organizationIn === 'path'
      ? memberships.find(one => one.organizationId === subject.inPath)
      : (ofCompany ?? (await inOrganization(caller, subject.organizationId)));
  // Who is in no organization finds none of its endpoints (completions-accounts §1.3).
  if (!current && requirements.permission) throw notFound('Organization');
  const permissions = new Set(current ? effectivePermissions(current.role, current.permissions, apiToken?.scopes ?? null) : []);
  if (requirements.permission && !permissions.has(requirements.permission)) {
    throw forbidden('permission', `Permission ${requirements.permission} is needed.`, { permission: requirements.permission });
  }
  const actor: Actor = {
    userId: account.id,
    email: account.email,
    name: fullName(account),
    account,
    memberships,
    sessionId: caller.sessionId,
    apiToken,
    membership: current ?? null,
    permissions,
  };
  return { actor, company: hidden ? null : company };
}

/** The membership to act in when no company is named (completions-accounts §1.3). */
async function inOrganization(
  { memberships, apiToken }: Caller,
  organizationId: string | undefined,
): Promise<Membership | undefined> {
  if (apiToken || !organizationId) return currentMembership(memberships);
  const membership = memberships.find(one => one.organizationId === organizationId);
  if (!membership) throw forbidden('organization_access', 'No active membership in the organization of X-Organization.');
  return membership;
}
