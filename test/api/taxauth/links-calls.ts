import type { Answered } from '../../support/contract.ts';
import type { Scope, User, Service } from '../../support/service.ts';

export const CIF = '18547290';

/** Requests of these tests. */
export function taxauthCalls(service: () => Service) {
  const as =
    <T>(user: { token: string; company?: string }) =>
    (method: string, path: string, body?: unknown) =>
      service().api(method, path, { ...user, body }) as Promise<Answered<T>>;

  const tokens = async (user: { token: string }) =>
    (await as<{ id: string; validatedCifs: string[] }[]>(user)('GET', '/api/v1/taxauth/tokens')).body;

  async function owner(): Promise<{ user: User; scope: Scope }> {
    const user = await service().newUser();
    return { user, scope: await service().newCompany(user, { cif: CIF }) };
  }

  const isConnected = async ({ token, company }: Scope): Promise<boolean> =>
    (await as<{ tokenStatus: { isValid: boolean } }>({ token })('GET', `/api/v1/companies/${company}`)).body.tokenStatus.isValid;
  return { as, tokens, owner, isConnected };
}
