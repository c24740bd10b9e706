import * as z from 'zod';
import { ROLES } from '#shared/platform/access/permissions.ts';
import { instant, recordShape, uuid } from '#shared/base/kernel/schema.ts';

export const memberSchema = z
  .object({
    ...recordShape,
    userId: uuid(),
    email: z.email(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    role: z.enum(ROLES),
    isActive: z.boolean(),
    allowedCompanies: z.array(uuid()),
    permissions: z.array(z.string()),
    isCurrentUser: z.boolean(),
    lastConnectedAt: instant().nullable(),
    joinedAt: instant(),
  })
  .meta({ id: 'Member' });
