import * as z from 'zod';
import { type Role, ROLES } from '../../access/permissions.ts';
import { patch } from '../../kernel/patch.ts';
import { companyIds } from '../../access/memberships.ts';
import { MAX_ENTRIES, TOO_MANY_ENTRIES } from '../../kernel/fields.ts';

/** Requests that change memberships (completions-accounts §6). */

/** The name of a role; upper and lower case are equal. */
export const roleName = <const R extends readonly Role[]>(roles: R) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(roles, `must be one of ${roles.join(', ')}`));

/** Body of PATCH /api/v1/members/{uuid}. */
export const memberChangeBody = patch({
  role: roleName(ROLES),
  isActive: z.boolean('must be true or false'),
  allowedCompanies: companyIds(),
  /** Null or empty: the permissions of the role. */
  permissions: z
    .array(z.string().trim(), 'must be a list of permissions')
    .max(MAX_ENTRIES, TOO_MANY_ENTRIES)
    .transform(names => [...new Set(names)])
    .nullable(),
});

export type MemberChange = z.infer<typeof memberChangeBody>;
