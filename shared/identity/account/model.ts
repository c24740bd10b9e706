import type { Actor, Organization } from '../../access/model.ts';

/** A person as signed in, with the organization they act in, if any. */
export interface Profile {
  actor: Actor;
  /** Those of the actor's memberships, by id. */
  organizations: ReadonlyMap<string, Organization>;
}
