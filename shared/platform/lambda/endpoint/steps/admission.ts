import { findCompany } from '#shared/platform/access/named-companies.ts';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { unauthorized } from '#shared/base/kernel/errors.ts';
import { isId } from '#shared/base/kernel/ids.ts';
import { addLogFields } from '#shared/base/kernel/log.ts';
import type { Admitted, Requirements } from '../definition.ts';
import { header } from '../request.ts';
import { admitActor } from './admit-actor.ts';
import { admitCompany } from './admit-company.ts';
import { countRequest } from './count-request.ts';
import { CREDENTIAL_REFUSALS, readCredential } from './credential.ts';
import { identify, verify } from './identify.ts';
import { namedCompany } from './named-company.ts';

/**
 * Checks the caller in the order of REQ-41: rate limit, credential, account, company, permission.
 *
 * The credential is verified first: an access token in memory by its signature, an API key by one read of its item. A request whose
 * credential fails causes no further read and is counted as unauthenticated. Then, in one parallel round trip, the limits are
 * counted and the account with its memberships, the session and the company are read. Public endpoints ignore credentials: all
 * their callers are counted as unauthenticated.
 *
 * @throws 429, 401, 403; 404 for a company in the path that the caller cannot see, and for callers without an organization.
 */
export async function admit(requirements: Requirements, event: APIGatewayProxyEventV2): Promise<Admitted> {
  if (requirements.auth === 'public') {
    await countRequest(requirements, 'unauthenticated', event);
    return { actor: null, company: null };
  }
  const verified = await verify(readCredential(event));
  if (verified.kind === 'refused') {
    await countRequest(requirements, 'unauthenticated', event);
    throw unauthorized(CREDENTIAL_REFUSALS[verified.why]);
  }
  // Before any refusal, so that its log line names the caller.
  addLogFields({ userId: verified.userId, ...(verified.kind === 'api-key' && { apiTokenId: verified.apiToken.id }) });
  const named = namedCompany(requirements, event);
  const [counted, caller, company] = await Promise.allSettled([
    countRequest(requirements, 'authenticated', event),
    identify(verified),
    named !== undefined && isId(named) ? findCompany(named) : undefined,
  ]);
  valueOf(counted);
  const subject = {
    named,
    company: valueOf(company),
    organizationId: header(event, 'x-organization')?.trim().toLowerCase(),
    inPath: event.pathParameters?.['uuid']?.toLowerCase(),
  };
  const admitted = admitCompany(requirements, valueOf(caller), subject);
  const actor = await admitActor(requirements, valueOf(caller), subject, admitted?.membership);
  return { actor, company: admitted?.company ?? null };
}

function valueOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}
