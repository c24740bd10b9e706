import { forbidden } from '#shared/base/kernel/errors.ts';

/** Roles and permissions (ORG-24 to ORG-30). Each role includes all permissions of the role before it. */

export const ROLES = ['employee', 'accountant', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

const ADDED = {
  employee: [
    'company.view',
    'client.view',
    'product.view',
    'invoice.view',
    'recurring_invoice.view',
    'series.view',
    'payment.view',
    'efactura.view',
    'settings.view',
    'report.view',
    'email_template.view',
    'borderou.view',
    'declaration.view',
  ],
  accountant: [
    'client.create',
    'client.edit',
    'client.delete',
    'product.create',
    'product.edit',
    'product.delete',
    'invoice.create',
    'invoice.edit',
    'invoice.delete',
    'invoice.issue',
    'invoice.send',
    'invoice.cancel',
    'invoice.refund',
    'recurring_invoice.manage',
    'series.manage',
    'payment.create',
    'payment.delete',
    'efactura.submit',
    'declaration.submit',
    'import.manage',
    'export.data',
    'email_template.manage',
    'borderou.manage',
    'webhook.view',
  ],
  admin: [
    'company.create',
    'company.edit',
    'company.delete',
    'settings.manage',
    'org.manage_members',
    'org.view_audit',
    'webhook.manage',
    'api_key.view',
    'api_key.manage',
    'oauth2_app.view',
    'oauth2_app.manage',
    'backup.manage',
  ],
  owner: ['org.manage_billing'],
} as const;

export type Permission = (typeof ADDED)[Role][number];

/** All permissions of each role, inherited ones included. */
export const ROLE_PERMISSIONS = Object.fromEntries(
  ROLES.map((role, rank) => [role, ROLES.slice(0, rank + 1).flatMap(lower => [...ADDED[lower]])]),
) as Record<Role, Permission[]>;

/** All permission names: the complete list of scopes. */
export const PERMISSIONS: readonly Permission[] = ROLE_PERMISSIONS.owner;

const known = new Set<string>(PERMISSIONS);
export const isPermission = (name: string): name is Permission => known.has(name);

/**
 * The permissions of a member: the custom list if there is one, else those of the role; of an API key, only those that are also
 * among its scopes (ORG-28).
 */
export function effectivePermissions(role: Role, custom: readonly string[], scopes: readonly string[] | null): Permission[] {
  const granted = custom.length > 0 ? PERMISSIONS.filter(name => custom.includes(name)) : ROLE_PERMISSIONS[role];
  return scopes ? granted.filter(name => scopes.includes(name)) : granted;
}

/** Refuses a caller who lacks one of the permissions that an endpoint needs beside its own. @throws 403 */
export function requirePermissions(
  { permissions }: { permissions: ReadonlySet<Permission> },
  needed: readonly Permission[],
): void {
  const lacking = needed.find(name => !permissions.has(name));
  if (lacking) throw forbidden('permission', `Permission ${lacking} is needed.`, { permission: lacking });
}

/** Whether the role gives access to every company of the organization, so that `allowedCompanies` is ignored. */
export const reachesAllCompanies = (role: Role): boolean => role === 'owner' || role === 'admin';

/** The companies that a membership gives access to: all, or those with these ids. */
export type Reach = 'all' | readonly string[];

export const reachOf = (role: Role, allowedCompanies: readonly string[]): Reach =>
  reachesAllCompanies(role) ? 'all' : allowedCompanies;

/** Whether `reach` includes every company of `wanted`. */
export const covers = (reach: Reach, wanted: Reach): boolean =>
  reach === 'all' || (wanted !== 'all' && wanted.every(companyId => reach.includes(companyId)));
