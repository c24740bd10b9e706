import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { now } from '../kernel/clock.ts';
import { forbidden, notFound, unauthorized } from '../kernel/errors.ts';
import { isId } from '../kernel/ids.ts';
import { readAccount, readApiToken, readCompany, readSession } from '../identity/access.ts';
import { verifyAccessToken } from '../identity/access-token.ts';
import { type Actor, type ApiToken, fullName, type Membership } from '../identity/model.ts';
import { currentMembership } from '../identity/organizations.ts';
import { effectivePermissions, type Permission, reachesAllCompanies } from '../identity/permissions.ts';
import type { Company } from '../parties/company.ts';
import { type Credential, readCredential } from './credential.ts';
import { noteQuotas } from './quotas.ts';
import { consumeBucket, consumeWindow, LimitReached, type WindowName } from './rate-limits.ts';
import { clientAddress, header } from './request.ts';

/** What an endpoint asks of its caller. */
export interface Requirements {
  /** `public`: no credential; `user`: a credential; `company`: also an accessible company. */
  auth: 'public' | 'user' | 'company';
  /** Where the company's id stands: the header `X-Company`, or the path parameter `uuid`. Default: the header. */
  companyIn?: 'header' | 'path';
  /** The path parameter `uuid` names the organization in which the permission must be held. */
  organizationIn?: 'path';
  /** A company in its days of grace after deletion may be named too. */
  deletedCompany?: boolean;
  permission?: Permission;
  /** The request changes something: refused for a read-only company. */
  writes?: boolean;
  /** API keys are refused. */
  sessionOnly?: boolean;
  /** A sliding window of the endpoint's own, beside the general limit. */
  window?: WindowName;
  /** Not counted by any limit: for what must answer even when the table, which counts, does not. */
  uncounted?: boolean;
}

export interface Admitted {
  actor: Actor | null;
  company: Company | null;
}

/** Keeps a promise for later: its rejection is told to whoever awaits it, in the check order. */
function started<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** The id of the company that the request names; undefined when it names none. */
export function namedCompany(requirements: Requirements, event: APIGatewayProxyEventV2): string | undefined {
  if (requirements.companyIn === 'path') return event.pathParameters?.['uuid']?.toLowerCase();
  return header(event, 'x-company')?.trim().toLowerCase() || undefined;
}

/**
 * Starts everything that admission reads as one parallel wave, and returns a function that tells the outcome in the check order
 * of completions-accounts §1.1: rate limit, credential, account, company, permission.
 */
export function startAdmission(requirements: Requirements, event: APIGatewayProxyEventV2): () => Promise<Admitted> {
  const credential = readCredential(event);
  const named = namedCompany(requirements, event);
  const limits = started(countRequest(requirements, credential, event));
  if (requirements.auth === 'public') return () => limits.then(() => ({ actor: null, company: null }));
  const caller = started(identify(credential));
  const company = started(named !== undefined && isId(named) ? readCompany(named) : Promise.resolve(undefined));

  return async () => {
    await limits;
    const known = await caller;
    return admitCompany(requirements, known, {
      named,
      company: await company,
      organizationId: header(event, 'x-organization')?.trim().toLowerCase(),
      inPath: event.pathParameters?.['uuid']?.toLowerCase(),
    });
  };
}

/** @throws 429 when a limit is reached. */
async function countRequest(requirements: Requirements, credential: Credential, event: APIGatewayProxyEventV2): Promise<void> {
  if (requirements.uncounted) return;
  const address = clientAddress(event);
  const counted = await Promise.allSettled([
    consumeBucket(credential.kind === 'none' ? 'unauthenticated' : 'authenticated', address),
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

interface Caller {
  account: Actor['account'];
  memberships: Membership[];
  sessionId: string | null;
  apiToken: ApiToken | null;
}

/** Who sent the credential. @throws 401 for any that is not in force, 403 for an inactive account. */
async function identify(credential: Credential): Promise<Caller> {
  if (credential.kind === 'none' || credential.kind === 'malformed') throw unauthorized();
  if (credential.kind === 'session') {
    const [claims, session, { account, memberships }] = await Promise.all([
      verifyAccessToken(credential.token),
      readSession(credential.userId, credential.sessionId),
      readAccount(credential.userId),
    ]);
    if (!claims || !session || session.revokedAt || session.credentialsChangedAt !== account?.credentialsChangedAt)
      throw unauthorized();
    if (!account.active) throw forbidden('account_inactive', 'The account is inactive.');
    return { account, memberships: memberships.filter(one => one.isActive), sessionId: session.id, apiToken: null };
  }
  const [apiToken, { account, memberships }] = await Promise.all([
    readApiToken(credential.userId, credential.hash),
    readAccount(credential.userId),
  ]);
  const membership = memberships.find(one => one.organizationId === apiToken?.organizationId && one.isActive);
  const expired = apiToken?.expireAt != null && apiToken.expireAt <= now().toISOString();
  // A key dies with the account or membership it was made in (completions-accounts §8): 401, not 403.
  if (!apiToken || apiToken.revokedAt || expired || !account?.active || !membership) throw unauthorized();
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
