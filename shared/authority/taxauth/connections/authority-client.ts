import { callAuthority } from '#shared/authority/calls/call.ts';
import { optionalEnvironment } from '#shared/platform/aws/environment.ts';
import { setting } from '#shared/platform/settings/settings.ts';
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

/** A client of the authority's e-invoice service for a token. @throws 503 where the deployment has no address of the service */
export function authorityClient(token: string): TaxauthClient {
  const baseUrl = optionalEnvironment('taxauthUrl');
  if (!baseUrl) throw notConfigured('The connection to the tax authority is not configured.');
  return loggingOutcomes(taxauthClient({ baseUrl, token, send: callAuthority, timeoutMs: setting('TAXAUTH_TIMEOUT_MS') }));
}

/** A client of the authority's transport service for a token. @throws 503 where the deployment has no address of the service */
export function authorityTransportClient(token: string): TransportClient {
  const baseUrl = optionalEnvironment('taxauthTransportUrl');
  if (!baseUrl) throw notConfigured('The connection to the tax authority is not configured.');
  return loggingOutcomes(transportClient({ baseUrl, token, send: callAuthority, timeoutMs: setting('TAXAUTH_TIMEOUT_MS') }));
}

/**
 * Asks the authority whether a token gives access to a tax number.
 *
 * @throws 400 when the authority does not accept the token; 429 with `retryAfter` (seconds) when its limit is reached; 503
 */
export async function hasAccess(token: string, cif: string): Promise<boolean> {
  try {
    return await authorityClient(token).hasAccess(cif);
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
