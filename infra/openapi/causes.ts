import { declaredErrors, keepsIdempotency } from '../api/declared-errors.ts';
import type { EndpointEntry } from '../catalogue.ts';

type Definition = EndpointEntry['handler']['definition'];

/** What an error says of an operation on which it has one cause only, and what to do then. */
const OF_KEY: Record<number, string> = {
  400: 'Only with `Idempotency-Key`: it is empty or longer than 255 characters. Send a shorter one, such as a UUID.',
  409: 'Only with `Idempotency-Key`: the first request with this key is still running (`request_in_progress`). Repeat the request with the same key in some seconds.',
  422: 'Only with `Idempotency-Key`: the key was sent with another request before. Send a new key with each new request.',
};

const NO_ORGANIZATION = 'The caller is in no organization. Accept an invitation first, or send the request as a member of one.';

/** The description of an error that has a single cause on this operation, where the one that all operations share would be too wide. */
export function onlyCause(definition: Definition, status: number): string | undefined {
  const { path, auth, errors = [] } = definition;
  const keyed = OF_KEY[status];
  if (keyed !== undefined && keepsIdempotency(definition)) {
    // A public operation takes no key: what it still declares has another cause.
    const others = declaredErrors({ ...definition, auth: 'public' });
    if (!others.includes(status)) return keyed;
  }
  const lacksOrganization = status === 404 && auth === 'user' && !path.includes('{') && !errors.includes(404);
  return lacksOrganization ? NO_ORGANIZATION : undefined;
}
