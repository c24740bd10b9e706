import * as z from 'zod';
import { PERMISSIONS, type Role, ROLES } from '#shared/platform/access/permissions.ts';
import { patch } from '#shared/base/kernel/patch.ts';
import { companyIds } from '#shared/platform/access/memberships.ts';
import { documented, MAX_ENTRIES, TOO_MANY_ENTRIES } from '#shared/base/kernel/fields.ts';

/** Requests that change memberships (ORG-7, ORG-8). */

/** The name of a role; upper and lower case are equal. */
export const roleName = <const R extends readonly Role[]>(roles: R) =>
  documented(
    z
      .string()
      .trim()
      .toLowerCase()
      .pipe(z.enum(roles, `must be one of ${roles.join(', ')}`)),
    { type: 'string', enum: roles },
  );

/** Body of PATCH /api/v1/members/{uuid}. */
export const memberChangeBody = patch({
  role: roleName(ROLES),
  isActive: z.boolean('must be true or false'),
  allowedCompanies: companyIds(),
  /** Null or empty: the permissions of the role. */
  permissions: z
    .array(documented(z.string().trim(), { type: 'string', enum: PERMISSIONS }), 'must be a list of permissions')
    .max(MAX_ENTRIES, TOO_MANY_ENTRIES)
    .transform(names => [...new Set(names)])
    .nullable(),
}).meta({ id: 'MemberChange' });

export type MemberChange = z.infer<typeof memberChangeBody>;
