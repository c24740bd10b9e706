import type { Registered } from '../../support/accounts.ts';
import type { Service } from '../../support/service.ts';

/** Requests of these tests. */
export function meCalls(service: () => Service) {
  const get = (token: string, headers: Record<string, string> = {}) => service().api('GET', '/api/v1/me', { token, headers });
  const patch = (token: string, body: unknown) => service().api('PATCH', '/api/v1/me', { token, body });
  const keyOf = async (person: Registered, scopes: string[]): Promise<string> => {
    const answer = await service().api('POST', '/api/v1/api-tokens', { token: person.token, body: { name: 'key', scopes } });
    return (answer.body as { token: string }).token;
  };
  return { get, patch, keyOf };
}
