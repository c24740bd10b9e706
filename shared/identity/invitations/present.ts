import * as z from 'zod';
import type { Invitation } from '../../access/model.ts';
import type { acceptedSchema, invitationSchema, invitedSchema } from './schema.ts';
import { shownRecord } from '../../kernel/records.ts';
import { isExpired } from './rules.ts';
import { shownInstant } from '../../kernel/clock.ts';
import type { FoundInvitation } from './model.ts';

export const presentInvitation = (invitation: Invitation): z.infer<typeof invitationSchema> => ({
  ...shownRecord(invitation),
  email: invitation.email,
  role: invitation.role,
  status: invitation.status === 'pending' && isExpired(invitation) ? 'expired' : invitation.status,
  allowedCompanies: invitation.allowedCompanies,
  invitedBy: invitation.invitedBy,
  expiresAt: shownInstant(invitation.expiresAt),
});

export const presentInvited = ({ invitation, organization }: FoundInvitation): z.infer<typeof invitedSchema> => ({
  email: invitation.email,
  organizationName: organization.data.name,
  role: invitation.role,
  invitedBy: invitation.invitedBy.name,
  expiresAt: shownInstant(invitation.expiresAt),
});

export const presentAccepted = ({ invitation, organization }: FoundInvitation): z.infer<typeof acceptedSchema> => ({
  organization: { uuid: organization.data.id, id: organization.data.id, name: organization.data.name },
  role: invitation.role,
  allowedCompanies: invitation.allowedCompanies,
});
