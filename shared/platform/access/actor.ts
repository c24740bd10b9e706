import type { Company } from '#shared/model/company.ts';
import { forbidden, notFound } from '#shared/base/kernel/errors.ts';
import type { Actor, ApiToken } from './model.ts';

/** The organization that the request is about. @throws 404 when the caller has none. */
export function organizationOf(actor: Actor): string {
  if (!actor.membership) throw notFound('Organization');
  return actor.membership.organizationId;
}

/** Whether a caller reaches companies of this kind: a session all, an API key those of its own kind (ACC-102). */
export const isOfKind = (apiToken: ApiToken | null, { sandbox }: Pick<Company, 'sandbox'>): boolean =>
  apiToken === null || Boolean(apiToken.sandbox) === Boolean(sandbox);

/** @throws 403 for an API key and a company of the other kind */
export function requireOwnKind(apiToken: ApiToken | null, company: Pick<Company, 'sandbox'>): void {
  if (isOfKind(apiToken, company)) return;
  throw forbidden(
    'sandbox_key',
    company.sandbox
      ? 'A sandbox company needs a sandbox key (af_test_…).'
      : 'A sandbox key reaches sandbox companies only: use another API key for this company.',
  );
}
