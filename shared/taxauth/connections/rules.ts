import type { Actor, Membership } from '../../access/model.ts';
import { effectivePermissions, type Permission, reachesAllCompanies } from '../../access/permissions.ts';
import { badRequest, forbidden, found } from '../../kernel/errors.ts';
import type { Company } from '../../model/company.ts';

/** What a token of the tax authority says about itself, and who may connect a company by one. Pure. */

const MIN_LENGTH = 10;
/** Access tokens of the authority are JWTs of one to two KB. */
const MAX_LENGTH = 8_192;

/** The text of a token. @throws 400 for what cannot be one; the value is in no message. */
export function readTokenValue(given: unknown): string {
  const value = typeof given === 'string' ? given.trim() : '';
  if (value.length < MIN_LENGTH) throw ill(`must be a text of at least ${MIN_LENGTH} characters`);
  if (value.length > MAX_LENGTH) throw ill(`must have at most ${MAX_LENGTH} characters`);
  if (!/^[\x21-\x7e]+$/.test(value)) throw ill('must not have blanks or characters outside ASCII');
  return value;
}

const ill = (message: string) => badRequest('Invalid or missing: token.', { token: [message] });

/** The end of a JWT by its claim `exp` (RFC 7519 §4.1.4); undefined for a token that says nothing of the kind. */
export function expiryOf(value: string): Date | undefined {
  const parts = value.split('.');
  if (parts.length !== 3) return undefined;
  try {
    const { exp } = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString()) as { exp?: unknown };
    const end = typeof exp === 'number' ? new Date(exp * 1000) : undefined;
    return end && !Number.isNaN(end.getTime()) ? end : undefined;
  } catch {
    return undefined; // Three parts with points between them, and no JWT.
  }
}

const DAY_MILLIS = 86_400_000;

/** When a token ends: by its own claim, else a number of days from now. @throws 400 when that has passed */
export function tokenExpiry(value: string, now: Date, days: number): string {
  const end = expiryOf(value) ?? new Date(now.getTime() + days * DAY_MILLIS);
  if (end <= now) throw ill('has expired');
  return end.toISOString();
}

/** A company that a body names, outside of admission: the caller's membership in its organization, if they reach it. */
export function membershipFor(actor: Actor, company: Company | undefined): Membership | undefined {
  return actor.memberships.find(one => reaches(one, company));
}

const reaches = ({ organizationId, role, allowedCompanies }: Membership, company: Company | undefined): boolean =>
  company?.organizationId === organizationId &&
  company.deletedAt === null &&
  (reachesAllCompanies(role) || allowedCompanies.includes(company.id));

/**
 * The membership by which a token is saved: in the organization of the company it shall connect, else in the current one.
 *
 * @throws 403 for a company out of reach, or one in whose organization the caller may not submit; 404 without any organization
 */
export function membershipToConnect(
  actor: Actor,
  companyId: string | null | undefined,
  company: Company | undefined,
): Membership {
  if (!companyId) return found(actor.membership ?? undefined, 'Organization');
  const membership = membershipFor(actor, company);
  if (!membership) throw forbidden('company_access', 'No access to this company.');
  const held = effectivePermissions(membership.role, membership.permissions, actor.apiToken?.scopes ?? null);
  if (!held.includes(NEEDED)) throw forbidden('permission', `Permission ${NEEDED} is needed.`, { permission: NEEDED });
  return membership;
}

/** Whether a member, as they are now, may finish what they began when `membershipToConnect` let them. */
export const mayConnect = (membership: Membership, companyId: string | null, company: Company | undefined): boolean =>
  membership.isActive &&
  effectivePermissions(membership.role, membership.permissions, null).includes(NEEDED) &&
  (companyId === null || reaches(membership, company));

const NEEDED = 'efactura.submit' satisfies Permission;
