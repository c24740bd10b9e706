import type { Answered, Refusal, TaxauthToken } from '../../support/contract.ts';
import type { Company } from '#shared/model/company.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
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
    const { body } = await as<Company>({ token })('GET', `/api/v1/companies/${company}`);
    const access = await connectionOf({ ...body, id: companyScope(company) });
    return access && 'token' in access ? access.token : null;
  }

  /** Whether the company shows a connection. */
  const isConnected = async ({ token, company }: Scope): Promise<boolean> =>
    (await as<{ tokenStatus: { isValid: boolean } }>({ token })('GET', `/api/v1/companies/${company}`)).body.tokenStatus.isValid;

  /** Links for the holder of the certificate: a new one, the pending ones, and the state of one. */
  const link = (user: { token: string }, body: object = {}) =>
    as<{ linkToken: string; url: string; linkUrl: string; expiresAt: string } & Refusal>(user)(
      'POST',
      '/api/v1/taxauth/token-links',
      body,
    );
  const links = async (user: { token: string }) =>
    (await as<{ linkToken: string }[]>(user)('GET', '/api/v1/taxauth/token-links')).body;
  const status = (linkToken: string) => service().api('GET', `/api/v1/taxauth/token-links/${linkToken}`);
  return { as, authorityToken, save, tokens, setAuthority, owner, connected, isConnected, link, links, status };
}
