import * as z from 'zod';
import { ROLES } from '../../access/permissions.ts';
import { recordShape } from '../../kernel/schema.ts';

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
