import { callAuthority } from '#shared/authority/calls/call.ts';
import { optionalEnvironment } from '#shared/platform/aws/environment.ts';
import { setting } from '#shared/platform/settings/settings.ts';
import type { SandboxCompany } from '../sandbox/company.ts';
import type { TaxauthConnection } from '../client/transport.ts';
import { type TaxauthClient, taxauthClient } from '../client/client.ts';
import { type TransportClient, transportClient } from '../client/transport-client.ts';
import {
  TaxauthAnswerLost,
  TaxauthRateLimited,
  TaxauthRefused,
  TaxauthUnauthorized,
  TaxauthUnavailable,
} from '../client/errors.ts';
import { loggingOutcomes } from '../client/outcomes.ts';
import { badRequest, notConfigured, rateLimited, unavailable } from '#shared/base/kernel/errors.ts';

/** How a company reaches the authority: by an access token, or in its place the simulator of sandbox companies (COM-68). */
export type AuthorityAccess = { token: string } | { sandbox: SandboxCompany };

/** A client of the authority's e-invoice service. @throws 503 where the deployment has no address of the service */
export const authorityClient = (access: AuthorityAccess): TaxauthClient =>
  'sandbox' in access ? taxauthClient(simulated(access.sandbox)) : loggingOutcomes(taxauthClient(real('taxauthUrl', access)));

/** A client of the authority's transport service. @throws 503 where the deployment has no address of the service */
export const authorityTransportClient = (access: AuthorityAccess): TransportClient =>
  'sandbox' in access
    ? transportClient(simulated(access.sandbox))
    : loggingOutcomes(transportClient(real('taxauthTransportUrl', access)));

function real(address: 'taxauthUrl' | 'taxauthTransportUrl', { token }: { token: string }): TaxauthConnection {
  const baseUrl = optionalEnvironment(address);
  if (!baseUrl) throw notConfigured('The connection to the tax authority is not configured.');
  return { baseUrl, token, send: callAuthority, timeoutMs: setting('TAXAUTH_TIMEOUT_MS') };
}

/** Calls are answered in this process: nothing is counted against limits or logged as an outcome of the authority. */
const simulated = (company: SandboxCompany): TaxauthConnection => ({
  baseUrl: 'https://sandbox.invalid',
  token: 'sandbox',
  // Loaded on demand: companies in production do not need it.
  send: async (_, url, request) => (await import('../sandbox/answer.ts')).answer(company, url, request),
});

/**
 * Asks the authority whether a token gives access to a tax number.
 *
 * @throws 400 when the authority does not accept the token; 429 with `retryAfter` (seconds) when its limit is reached; 503
 */
export async function hasAccess(token: string, cif: string): Promise<boolean> {
  try {
    return await authorityClient({ token }).hasAccess(cif);
  } catch (error) {
    if (error instanceof TaxauthRefused) return false;
    if (error instanceof TaxauthUnauthorized)
      throw badRequest('The tax authority does not accept this token.', { token: ['is not accepted by the tax authority'] });
    if (error instanceof TaxauthRateLimited)
      throw rateLimited('The limit of the tax authority is reached.', error.retryAfter, { retryAfter: error.retryAfter });
    if (error instanceof TaxauthUnavailable || error instanceof TaxauthAnswerLost)
      throw unavailable('The tax authority is unavailable; try again.', { retryAfter: 60, cause: error });
    throw error;
  }
}
