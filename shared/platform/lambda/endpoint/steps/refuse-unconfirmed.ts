import { forbidden } from '#shared/base/kernel/errors.ts';
import type { Admitted, EndpointDefinition } from '../definition.ts';
import type { ParsedRequest } from './parse-request.ts';

/**
 * Refuses what an account may not do before its email is confirmed, as the definition says: mails to others, publishing documents, and
 * setting up what goes on without them; otherwise anybody could do so anonymously, or in the name of somebody whose address they registered
 * (ACC-13). An invalid body asks for nothing: it is answered as such.
 *
 * @throws 403 `sender_not_verified`
 */
export function refuseUnconfirmed<Body>(
  { confirmedEmail }: { confirmedEmail?: EndpointDefinition<'user', unknown, Body>['confirmedEmail'] },
  { actor }: Pick<Admitted, 'actor'>,
  { body }: Pick<ParsedRequest<unknown, Body>, 'body'>,
): void {
  if (!actor || actor.account.emailConfirmed || confirmedEmail === undefined) return;
  if (confirmedEmail === true || (!body.problem && confirmedEmail(body.value as Body)))
    throw forbidden('sender_not_verified', 'Confirm your email address first, by the link in the mail that was sent to it.');
}
