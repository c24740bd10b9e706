import type { Actor, Invitation } from '#shared/platform/access/model.ts';
import { pendingInvitations } from './rules.ts';
import { readInvitations } from './store.ts';
import { organizationOf } from '#shared/platform/access/actor.ts';

/** The invitations that can still be accepted, newest first. @throws 404 if the caller has no organization */
export const listInvitations = async (actor: Actor): Promise<Invitation[]> =>
  pendingInvitations(await readInvitations(organizationOf(actor)));
