import * as z from 'zod';
import { defineEndpoint } from '../../shared/http/define-endpoint.ts';
import { InvitationView, listInvitations, presentInvitation } from '../../shared/identity/invitations.ts';
import type { Invitation } from '../../shared/identity/model.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invitations',
    summary: 'Pending invitations of the organization',
    auth: 'user',
    permission: 'org.manage_members',
    responses: { 200: z.array(InvitationView) },
    uses: ['table:read'],
    present: (invitations: Invitation[]) => invitations.map(presentInvitation),
  },
  ({ actor }) => listInvitations(actor),
);
