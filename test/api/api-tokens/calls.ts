import type { ApiToken } from '../../support/contract.ts';
import type { Service } from '../../support/service.ts';

export const PATH = '/api/v1/api-tokens';
export const reason = (name: string) => ({ status: 403, body: { error: { code: 'forbidden', details: { reason: name } } } });

/** Requests of these tests. */
export function apiTokensCalls(service: () => Service) {
  const send = (method: string, path: string, token: string | undefined, body?: unknown, headers: Record<string, string> = {}) =>
    service().api(method, `${PATH}${path}`, { token, headers, ...(body !== undefined && { body }) });
  const list = async (token: string): Promise<ApiToken[]> => (await send('GET', '', token)).body as ApiToken[];
  const create = async (token: string, body: Record<string, unknown> = {}): Promise<ApiToken> => {
    const answer = await send('POST', '', token, { name: 'Export', scopes: ['invoice.view'], ...body });
    if (answer.status !== 201) throw new Error(`Creating a key answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body as ApiToken;
  };
  const me = (token: string) => service().api('GET', '/api/v1/me', { token });
  return { send, list, create, me };
}
