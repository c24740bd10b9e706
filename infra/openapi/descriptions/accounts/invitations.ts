import { RECORD_FIELDS } from '../common.ts';
import type { AreaDescriptions } from '../model.ts';

const token = 'Token of the mail.';
const uuid = 'Id of the invitation.';
const companies = 'Ids of the companies that an accountant or employee gets access to; admins have access to all.';

export const invitations: AreaDescriptions = {
  operations: {
    'invitations-list': 'The invitations of the current organization that can still be accepted, newest first.',
    'invitations-create': {
      description: `Invites somebody into the current organization by a mail with a link, which is valid for 7 days.

- 402 if the active members and pending invitations use up the plan.
- 403 for a role with permissions or companies that the caller lacks.
- 422 for an unknown company, an email of a member (deactivated ones are activated by \`PATCH /api/v1/members/{uuid}\`), and an email with a
  pending invitation.
- 429 beyond 50 invitations an hour by one member, 100 of one organization, or 3 to one address.`,
      responses: { 201: 'The invitation was made, and will be mailed.' },
    },
    'invitations-cancel': {
      description: 'Withdraws an invitation: its link no longer works. 404 for one that was accepted or cancelled.',
      parameters: { uuid },
      responses: { 204: 'The invitation is cancelled.' },
    },
    'invitations-resend': {
      description: `Mails an invitation again, with the same link and expiry. 404 for one that was accepted or cancelled, 410 for one that has expired;
429 beyond three mails an hour.`,
      parameters: { uuid },
      responses: { 204: 'The invitation will be mailed again.' },
    },
    'invitations-look': {
      description:
        'What an invitation offers, to be shown before it is accepted. 404 for one that is unknown, accepted or cancelled; 410 for one that has expired.',
      parameters: { token },
    },
    'invitations-accept': {
      description: `Makes the caller a member, with the role and companies of the invitation, which is used up. Needs a login, with the invited email:
register first, if there is no account.

- 402 if the active members use up the plan.
- 404 for an invitation that is unknown, used or cancelled, and if the inviter could no longer give such an invitation.
- 409 with reason \`already_member\` for a member; the invitation is used up.
- 410 for one that has expired.
- 422 for an account with another email.`,
      parameters: { token },
    },
  },
  schemas: {
    Invitation: {
      description: 'An invitation into an organization.',
      fields: {
        ...RECORD_FIELDS,
        uuid,
        email: 'Email that is invited.',
        role: 'Role that the member will have.',
        status: 'State of the invitation.',
        allowedCompanies: companies,
        invitedBy: 'Who invited.',
        'invitedBy.id': 'Id of the user.',
        'invitedBy.name': 'Name, or else email.',
        expiresAt: 'Until when it can be accepted.',
      },
    },
    InvitationInput: {
      description: 'Body of a new invitation.',
      fields: {
        email: 'Email to invite; stored in lower case.',
        role: 'Role that the member will have, in upper or lower case. Owners are made later.',
        allowedCompanies: `${companies} By default none.`,
      },
    },
    InvitationPreview: {
      description: 'What an invitation offers.',
      fields: {
        email: 'Email that is invited.',
        organizationName: 'Name of the organization.',
        role: 'Role that the member will have.',
        invitedBy: 'Name of the inviter, or else email.',
        expiresAt: 'Until when it can be accepted.',
      },
    },
    AcceptedInvitation: {
      description: 'The new membership.',
      fields: {
        organization: 'The organization.',
        'organization.uuid': 'Id of the organization.',
        'organization.id': 'The same as `uuid`.',
        'organization.name': 'Its name.',
        role: 'Role of the caller in it.',
        allowedCompanies: companies,
      },
    },
  },
};
