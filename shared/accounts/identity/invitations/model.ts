import type { Invitation } from '#shared/platform/access/model.ts';
import type { OrganizationItem } from '#shared/platform/access/organization-plan.ts';

/** Invitations as invited persons see them (completions-accounts §6). */

/** A token's invitation with its organization. */
export interface FoundInvitation {
  invitation: Invitation;
  organization: OrganizationItem;
}
