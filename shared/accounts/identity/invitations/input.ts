import * as z from 'zod';
import { accountEmail } from '../account/store.ts';
import { roleName } from '../members/input.ts';
import { INVITED_ROLES } from '#shared/platform/access/model.ts';
import { companyIds } from '#shared/platform/access/memberships.ts';

/** Body of POST /api/v1/invitations. */
export const newInvitationBody = z
  .object({
    email: accountEmail(),
    role: roleName(INVITED_ROLES),
    allowedCompanies: companyIds().default([]),
  })
  .meta({ id: 'InvitationInput' });

export type InvitationInput = z.infer<typeof newInvitationBody>;
