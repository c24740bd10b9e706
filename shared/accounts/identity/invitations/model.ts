import type { Invitation } from '#shared/platform/access/model.ts';
import type { OrganizationItem } from '#shared/platform/access/organization-plan.ts';

/** Invitations as invited persons see them (ORG-20). */

/** A token's invitation with its organization. */
export interface FoundInvitation {
  invitation: Invitation;
  organization: OrganizationItem;
}
