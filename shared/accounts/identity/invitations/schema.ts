import * as z from 'zod';
import { INVITED_ROLES } from '#shared/platform/access/model.ts';
import { instant, recordShape, uuid } from '#shared/base/kernel/schema.ts';

export const invitationSchema = z
  .object({
    ...recordShape,
    email: z.email(),
    role: z.enum(INVITED_ROLES),
    status: z.enum(['pending', 'accepted', 'cancelled', 'expired']),
    allowedCompanies: z.array(uuid()),
    invitedBy: z.object({ id: uuid(), name: z.string() }),
    expiresAt: instant(),
  })
  .meta({ id: 'Invitation' });

export const invitedSchema = z
  .object({
    email: z.email(),
    organizationName: z.string(),
    role: z.enum(INVITED_ROLES),
    invitedBy: z.string(),
    expiresAt: instant(),
  })
  .meta({ id: 'InvitationPreview' });

export const acceptedSchema = z
  .object({
    organization: z.object({ uuid: uuid(), id: uuid(), name: z.string() }),
    role: z.enum(INVITED_ROLES),
    allowedCompanies: z.array(uuid()),
  })
  .meta({ id: 'AcceptedInvitation' });
