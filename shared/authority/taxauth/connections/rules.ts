import { requireOwnKind } from '#shared/platform/access/actor.ts';
import type { Actor, Membership } from '#shared/platform/access/model.ts';
import { effectivePermissions, type Permission, reachesAllCompanies } from '#shared/platform/access/permissions.ts';
import { badRequest, forbidden, found, invalidFields } from '#shared/base/kernel/errors.ts';
import type { Company } from '#shared/model/company.ts';

/** Rules on access tokens of the tax authority: their form, their expiry, and which members may save one. Pure. */

const MIN_LENGTH = 10;
/** Access tokens of the authority are JWTs of one to two KB. */
const MAX_LENGTH = 8_192;

/** Checks and trims a token. @throws 400 for a value that cannot be a token; no message contains the value. */
export function readTokenValue(given: unknown): string {
  const value = typeof given === 'string' ? given.trim() : '';
  if (value.length < MIN_LENGTH) throw ill(`must be a text of at least ${MIN_LENGTH} characters`);
  if (value.length > MAX_LENGTH) throw ill(`must have at most ${MAX_LENGTH} characters`);
  if (!/^[\x21-\x7e]+$/.test(value)) throw ill('must not have blanks or characters outside ASCII');
  return value;
}

const ill = (message: string) => badRequest('Invalid or missing: token.', { token: [message] });

/** The expiry of a JWT by its claim `exp` (RFC 7519 §4.1.4); undefined for a token without that claim, or that is no JWT. */
export function expiryOf(value: string): Date | undefined {
  const parts = value.split('.');
  if (parts.length !== 3) return undefined;
  try {
    const { exp } = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString()) as { exp?: unknown };
    const end = typeof exp === 'number' ? new Date(exp * 1000) : undefined;
    return end && !Number.isNaN(end.getTime()) ? end : undefined;
  } catch {
    return undefined; // Three parts separated by points, but not a JWT.
  }
}

const DAY_MILLIS = 86_400_000;

/** When a token expires (ISO 8601 UTC): by its claim `exp`, else `days` from now. @throws 400 when that has passed */
export function tokenExpiry(value: string, now: Date, days: number): string {
  const end = expiryOf(value) ?? new Date(now.getTime() + days * DAY_MILLIS);
  if (end <= now) throw ill('has expired');
  return end.toISOString();
}

/** The caller's membership that gives access to a company named in the body (which admission has not checked); else undefined. */
export function membershipFor(actor: Actor, company: Company | undefined): Membership | undefined {
  return actor.memberships.find(one => reaches(one, company));
}

const reaches = ({ organizationId, role, allowedCompanies }: Membership, company: Company | undefined): boolean =>
  company?.organizationId === organizationId &&
  company.deletedAt === null &&
  (reachesAllCompanies(role) || allowedCompanies.includes(company.id));

/**
 * The membership by which a token is saved: in the organization of the company to connect, or in the current one without a company.
 *
 * @throws 403 without access to the company, or without permission `efactura.submit` in its organization, or by a
 *   sandbox key; 404 without organization; 422 for a sandbox company
 */
export function membershipToConnect(
  actor: Actor,
  companyId: string | null | undefined,
  company: Company | undefined,
): Membership {
  // A connection is for real companies.
  requireOwnKind(actor.apiToken, {});
  if (!companyId) return found(actor.membership ?? undefined, 'Organization');
  const membership = membershipFor(actor, company);
  if (!membership) throw forbidden('company_access', 'No access to this company.');
  if (company?.sandbox) throw invalidFields({ companyId: ['is a sandbox company, which is connected without a token'] });
  const held = effectivePermissions(membership.role, membership.permissions, actor.apiToken?.scopes ?? null);
  if (!held.includes(NEEDED)) throw forbidden('permission', `Permission ${NEEDED} is needed.`, { permission: NEEDED });
  return membership;
}

/** Whether a member may still save the token of a consent that `membershipToConnect` allowed when it was started. */
export const mayConnect = (membership: Membership, companyId: string | null, company: Company | undefined): boolean =>
  membership.isActive &&
  effectivePermissions(membership.role, membership.permissions, null).includes(NEEDED) &&
  (companyId === null || reaches(membership, company));

const NEEDED = 'efactura.submit' satisfies Permission;
