import { findCompanies } from '#shared/platform/access/named-companies.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { findOrganizationItem } from '#shared/platform/access/organization-plan.ts';
import { findUserId } from '#shared/accounts/identity/account/store.ts';
import { newInvitationBody } from '#shared/accounts/identity/invitations/input.ts';
import { invite } from '#shared/accounts/identity/invitations/create.ts';
import { presentInvitation } from '#shared/accounts/identity/invitations/present.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invitations',
    summary: 'Invite somebody into the organization',
    auth: 'user',
    permission: 'org.manage_members',
    confirmedEmail: true,
    body: newInvitationBody,
    securityEvent: 'invitation.created',
    responses: { 201: () => import('#shared/accounts/identity/invitations/schema.ts').then(schema => schema.invitationSchema) },
    errors: [402],
    uses: ['secrets-key:encrypt:invitation'],
    read: async ({ organizationId, body }) => {
      const [organization, userId, companies] = await Promise.all([
        findOrganizationItem(organizationId),
        body && findUserId(body.email),
        findCompanies(body?.allowedCompanies ?? []),
      ]);
      return { organization, userId, companies };
    },
    present: presentInvitation,
  },
  ({ actor, body, loaded, commit }) => invite(actor, { form: body, ...loaded }, commit),
);
