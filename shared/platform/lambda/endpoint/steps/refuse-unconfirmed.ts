import { requireConfirmedEmail } from '#shared/platform/access/confirmed-email.ts';
import type { Admitted, EndpointDefinition } from '../definition.ts';
import type { ParsedRequest } from './parse-request.ts';

/**
 * Refuses what an account may not do before its email is confirmed, as the definition says. An invalid body asks for nothing: it is
 * answered as such.
 *
 * @throws 403 `sender_not_verified`
 */
export function refuseUnconfirmed<Body>(
  { confirmedEmail }: { confirmedEmail?: EndpointDefinition<'user', unknown, Body>['confirmedEmail'] },
  { actor }: Pick<Admitted, 'actor'>,
  { body }: Pick<ParsedRequest<unknown, Body>, 'body'>,
): void {
  if (!actor || confirmedEmail === undefined) return;
  if (confirmedEmail === true || (!body.problem && confirmedEmail(body.value as Body))) requireConfirmedEmail(actor.account);
}
