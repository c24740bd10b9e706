import {
  effectivePermissions,
  type Permission,
  PERMISSIONS,
  type Role,
  ROLE_PERMISSIONS,
  ROLES,
} from '../shared/access/permissions.ts';
import type { EndpointEntry } from './catalogue.ts';
import { table } from './markdown-table.ts';

/** Who may do what, from the catalogue and the roles alone: docs/permissions.md. */

type Definition = EndpointEntry['handler']['definition'];

/** One endpoint in the table. */
export interface PermissionRow {
  endpoint: string;
  /** The scope that is asked for; null: none. */
  permission: Permission | null;
  /** `anybody`: without a credential. */
  caller: 'anybody' | 'session or key' | 'session';
  /** In which company or organization the permission must be held. */
  scope: 'none' | 'organization' | 'company';
  /** The roles whose defaults let in. */
  roles: Role[];
}

/** Whether a member in a role gets in, by a login (`scopes` null) or by a key with these scopes. */
export const letsIn = ({ auth, permission, sessionOnly }: Definition, role: Role, scopes: readonly string[] | null): boolean => {
  if (auth === 'public') return true;
  if (sessionOnly && scopes !== null) return false;
  return permission === undefined || effectivePermissions(role, [], scopes).includes(permission);
};

function rowOf({ handler: { definition } }: EndpointEntry): PermissionRow {
  const { method, path, auth, companyIn, permission, sessionOnly } = definition;
  const inCompany = auth === 'company' || companyIn === 'path';
  return {
    endpoint: `${method} ${path}`,
    permission: permission ?? null,
    caller: auth === 'public' ? 'anybody' : sessionOnly ? 'session' : 'session or key',
    scope: auth === 'public' ? 'none' : inCompany ? 'company' : permission ? 'organization' : 'none',
    roles: ROLES.filter(role => letsIn(definition, role, null)),
  };
}

/** Every endpoint, by path. */
export const permissionRows = (endpoints: readonly EndpointEntry[]): PermissionRow[] =>
  endpoints
    .map(entry => ({ path: entry.handler.definition.path, row: rowOf(entry) }))
    .toSorted((a, b) => (a.path === b.path ? (a.row.endpoint < b.row.endpoint ? -1 : 1) : a.path < b.path ? -1 : 1))
    .map(({ row }) => row);

const marks = (held: (role: Role) => boolean): string[] => ROLES.map(role => (held(role) ? 'yes' : ''));

/** The whole document. */
export function permissionDocument(endpoints: readonly EndpointEntry[]): string {
  const rows = permissionRows(endpoints);
  const guarded = (permission: Permission): number => rows.filter(row => row.permission === permission).length;
  return `# Permissions

Made by \`npm run docs\` from the catalogue of functions and the roles; a test keeps it so.

A member has the role's permissions, or the membership's custom permissions instead. An API key has those of its member that are also
in its scopes: scopes and permissions have the same names. A column of a role says \`yes\` where the role's own permissions suffice.

## Endpoints

${table(
  ['Endpoint', 'Caller', 'Permission, scope', 'Held in', ...ROLES],
  rows.map(row => [
    row.endpoint,
    row.caller,
    row.permission ?? '',
    row.scope === 'none' ? '' : row.scope,
    ...(row.caller === 'anybody' ? marks(() => true) : marks(role => row.roles.includes(role))),
  ]),
)}

## Roles and scopes

${table(
  ['Scope', 'Endpoints', ...ROLES],
  PERMISSIONS.map(name => [name, String(guarded(name)), ...marks(role => ROLE_PERMISSIONS[role].includes(name))]),
)}
`;
}
