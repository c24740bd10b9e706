import type { Answered, Refusal, TaxauthToken } from '../../support/contract.ts';
import type { Scope, User, Service } from '../../support/service.ts';
import { connectionOf } from '#shared/authority/taxauth/connections/find-connection.ts';

export const CIF = '18547290';

/** Requests of these tests. */
export function taxauthCalls(service: () => Service) {
  const as =
    <T>(user: { token: string; company?: string }) =>
    (method: string, path: string, body?: unknown) =>
      service().api(method, path, { ...user, body }) as Promise<Answered<T>>;

  /** A token that the simulator accepts. */
  async function authorityToken(cif = CIF, expiresInDays?: number): Promise<string> {
    const { body } = await service().api('POST', '/_local/taxauth/tokens', { body: { cif, expiresInDays } });
    return (body as { token: string }).token;
  }

  const save = (user: { token: string }, body: object) =>
    as<TaxauthToken & Refusal>(user)('POST', '/api/v1/taxauth/tokens', body);
  const tokens = async (user: { token: string }): Promise<TaxauthToken[]> =>
    (await as<TaxauthToken[]>(user)('GET', '/api/v1/taxauth/tokens')).body;
  const setAuthority = (body: object) => service().api('PUT', '/_local/taxauth', { body });

  async function owner(): Promise<{ user: User; scope: Scope }> {
    const user = await service().newUser();
    return { user, scope: await service().newCompany(user, { cif: CIF }) };
  }

  /** The connection of a company, as the submission looks it up. */
  async function connected({ token, company }: Scope): Promise<string | null> {
    const { body } = await as<{ organizationId: string; cif: string }>({ token })('GET', `/api/v1/companies/${company}`);
    return connectionOf(body.organizationId, body.cif);
  }
  return { as, authorityToken, save, tokens, setAuthority, owner, connected };
}
