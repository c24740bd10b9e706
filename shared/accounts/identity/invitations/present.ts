import * as z from 'zod';
import type { Invitation } from '#shared/platform/access/model.ts';
import type { acceptedSchema, invitationSchema, invitedSchema } from './schema.ts';
import { presentRecord } from '#shared/base/kernel/records.ts';
import { isExpired } from './rules.ts';
import { presentInstant } from '#shared/base/kernel/clock.ts';
import type { FoundInvitation } from './model.ts';

export const presentInvitation = (invitation: Invitation): z.infer<typeof invitationSchema> => ({
  ...presentRecord(invitation),
  email: invitation.email,
  role: invitation.role,
  status: invitation.status === 'pending' && isExpired(invitation) ? 'expired' : invitation.status,
  allowedCompanies: invitation.allowedCompanies,
  invitedBy: { id: invitation.invitedBy.id, name: invitation.invitedBy.name },
  expiresAt: presentInstant(invitation.expiresAt),
});

export const presentInvited = ({ invitation, organization }: FoundInvitation): z.infer<typeof invitedSchema> => ({
  email: invitation.email,
  organizationName: organization.data.name,
  role: invitation.role,
  invitedBy: invitation.invitedBy.name,
  expiresAt: presentInstant(invitation.expiresAt),
});

export const presentAccepted = ({ invitation, organization }: FoundInvitation): z.infer<typeof acceptedSchema> => ({
  organization: { uuid: organization.data.id, id: organization.data.id, name: organization.data.name },
  role: invitation.role,
  allowedCompanies: invitation.allowedCompanies,
});
