import { type FieldErrors, invalidFields } from '#shared/base/kernel/errors.ts';
import { EVENTS } from '#shared/output/webhooks/events.ts';

/** Validation of endpoints that answers 422 (WHK-7). Pure. */

/** Maximum of endpoints of a company. */
export const MOST_ENDPOINTS = 20;

export interface EndpointFields {
  url?: string | undefined;
  events?: readonly string[] | undefined;
}

/**
 * @param isPlainHttpAllowed whether `http:` is allowed, for receivers on the same machine (`WEBHOOKS_ALLOW_LOOPBACK`)
 * @throws 422 by field
 */
export function refuseInvalidEndpoint({ url, events }: EndpointFields, isPlainHttpAllowed: boolean): void {
  const errors: FieldErrors = {};
  const ofUrl = url === undefined ? undefined : urlProblem(url, isPlainHttpAllowed);
  if (ofUrl) errors['url'] = [ofUrl];
  const ofEvents = events && eventsProblem(events);
  if (ofEvents) errors['events'] = [ofEvents];
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

function urlProblem(text: string, isPlainHttpAllowed: boolean): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return 'must be an address such as https://example.org/hook';
  if (url.protocol !== 'https:' && !(isPlainHttpAllowed && url.protocol === 'http:')) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password';
  return undefined;
}

function eventsProblem(events: readonly string[]): string | undefined {
  if (events.includes('*')) return events.length > 1 ? 'must be * alone, or names of events' : undefined;
  const unknown = events.filter(name => !Object.hasOwn(EVENTS, name));
  return unknown.length > 0
    ? `unknown event: ${unknown.slice(0, 5).join(', ')}; GET /api/v1/webhooks/events has them all`
    : undefined;
}
