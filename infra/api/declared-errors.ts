import type { EndpointDefinition } from '#shared/platform/lambda/endpoint/definition.ts';

type Declared = Pick<
  EndpointDefinition,
  | 'method'
  | 'path'
  | 'auth'
  | 'companyIn'
  | 'permission'
  | 'body'
  | 'form'
  | 'invalidBody'
  | 'query'
  | 'errors'
  | 'uncounted'
  | 'changes'
>;

/**
 * The error statuses that an endpoint may answer: those that follow from its definition (limits, credential, company, path,
 * body, `Idempotency-Key`), and its own `errors`. Sorted.
 */
export function declaredErrors(endpoint: Declared): number[] {
  const { path, auth, body, query } = endpoint;
  const statuses = new Set([500, 503, ...(endpoint.uncounted ? [] : [429]), ...(endpoint.errors ?? [])]);
  if (auth !== 'public') statuses.add(401).add(403);
  // An endpoint of an organization answers 404 to a user who is in no organization.
  if (path.includes('{') || (auth === 'user' && endpoint.permission)) statuses.add(404);
  // Every body: malformed JSON (400), too large (413), wrong media type (415), and invalid text (422), independent of its fields.
  if (body) statuses.add(400).add(413).add(415).add(422);
  if (endpoint.form) statuses.add(400).add(413).add(415).add(422);
  if (query) statuses.add(422);
  if (endpoint.changes) statuses.add(412);
  if (keepsIdempotency(endpoint)) statuses.add(400).add(409).add(422);
  return [...statuses].sort((a, b) => a - b);
}

/** Whether the endpoint honours `Idempotency-Key` (shared/platform/lambda/endpoint/define-endpoint.ts). */
export const keepsIdempotency = ({ method, path, auth }: Pick<Declared, 'method' | 'path' | 'auth'>): boolean =>
  method === 'POST' && path.startsWith('/api/v1') && auth !== 'public';
