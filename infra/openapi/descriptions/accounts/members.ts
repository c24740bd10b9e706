import { RECORD_FIELDS } from '../common.ts';
import type { AreaDescriptions } from '../model.ts';

const role =
  'Role in the organization. Each role has the permissions of the one before: `employee`, `accountant`, `admin`, `owner`.';
const companies = 'Ids of the companies that an accountant or employee has access to; owners and admins have access to all.';
const uuid = 'Id of the membership.';

export const members: AreaDescriptions = {
  operations: {
    'members-list': 'All members of the current organization, also deactivated ones, in the order in which they joined.',
    'members-update': {
      description: `Changes the fields that are sent, at least one. The change applies from the member's next request on.

- 402 for a reactivation if the active members and pending invitations use up the plan.
- 403 for an owner or for making one, unless the caller is an owner; for a platform administrator; for permissions that the caller lacks
  (\`details.permission\`), and for a role with access to companies that the caller has no access to.
- 422 for an unknown role, permission or company; for an active accountant or employee without companies; for the caller's own role or
  deactivation; and if no active owner would be left.`,
      parameters: { uuid },
    },
    'members-remove': {
      description: `Deactivates a membership: the access to the organization ends at once, also by API tokens. What the member made stays, and
\`PATCH\` with \`isActive\` brings the member back. 403 for the caller's own membership, for an owner unless the caller is another one, and for
a platform administrator.`,
      parameters: { uuid },
      responses: { 204: 'The membership is deactivated.' },
    },
  },
  schemas: {
    Member: {
      description: 'A member of the organization.',
      fields: {
        ...RECORD_FIELDS,
        uuid,
        userId: 'Id of the user.',
        email: 'Email of the user.',
        firstName: 'First name of the user.',
        lastName: 'Last name of the user.',
        role,
        isActive: 'Whether the member has access to the organization.',
        allowedCompanies: companies,
        permissions: 'Permissions in place of those of the role; empty: those of the role.',
        isCurrentUser: 'Whether the member is the caller.',
        lastConnectedAt: 'When the user last logged in; null: never.',
        joinedAt: 'When the user joined the organization.',
      },
    },
    MemberChange: {
      description: 'Fields of a membership to change.',
      fields: {
        role: `${role} In upper or lower case.`,
        isActive: 'Whether the member has access to the organization.',
        allowedCompanies: `${companies} Replaces the list; at least one for an active accountant or employee.`,
        permissions: 'Permissions in place of those of the role. Null or empty: those of the role.',
      },
    },
  },
};
