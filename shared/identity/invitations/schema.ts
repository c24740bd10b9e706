import * as z from 'zod';
import { INVITED_ROLES } from '../../access/model.ts';
import { recordShape } from '../../kernel/schema.ts';

export const invitationSchema = z.object({
  ...recordShape,
  email: z.string(),
  role: z.enum(INVITED_ROLES),
  status: z.enum(['pending', 'accepted', 'cancelled', 'expired']),
  allowedCompanies: z.array(z.string()),
  invitedBy: z.object({ id: z.string(), name: z.string() }),
  expiresAt: z.string(),
});

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
