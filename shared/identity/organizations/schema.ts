import * as z from 'zod';
import { INVITED_ROLES } from '../../access/model.ts';
import { recordShape } from '../../kernel/schema.ts';
import { ROLES } from '../../access/permissions.ts';

/** What answers show of members and invitations. */

export const invitedSchema = z.object({
  email: z.string(),
  organizationName: z.string(),
  role: z.enum(INVITED_ROLES),
  invitedBy: z.string(),
  expiresAt: z.string(),
});

export const acceptedSchema = z.object({
  organization: z.object({ uuid: z.string(), id: z.string(), name: z.string() }),
  role: z.enum(INVITED_ROLES),
  allowedCompanies: z.array(z.string()),
});

export const invitationSchema = z.object({
  ...recordShape,
  email: z.string(),
  role: z.enum(INVITED_ROLES),
  status: z.enum(['pending', 'accepted', 'cancelled', 'expired']),
  allowedCompanies: z.array(z.string()),
  invitedBy: z.object({ id: z.string(), name: z.string() }),
  expiresAt: z.string(),
});

export const memberSchema = z.object({
  ...recordShape,
  userId: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role: z.enum(ROLES),
  isActive: z.boolean(),
  allowedCompanies: z.array(z.string()),
  permissions: z.array(z.string()),
  isCurrentUser: z.boolean(),
  lastConnectedAt: z.string().nullable(),
  joinedAt: z.string(),
});
