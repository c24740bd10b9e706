import type { Actor } from './model.ts';
import { notFound } from '#shared/base/kernel/errors.ts';

/** The organization that the request is about. @throws 404 when the caller has none. */
export function organizationOf(actor: Actor): string {
  if (!actor.membership) throw notFound('Organization');
  return actor.membership.organizationId;
}
