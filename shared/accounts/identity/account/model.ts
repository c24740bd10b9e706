import type { Actor, Organization } from '#shared/platform/access/model.ts';

/** The signed-in person, with the organizations of their memberships. */
export interface Profile {
  actor: Actor;
  /** The organizations of the actor's memberships by id. */
  organizations: ReadonlyMap<string, Organization>;
}
