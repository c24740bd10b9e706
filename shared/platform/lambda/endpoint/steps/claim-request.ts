import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { badRequest } from '#shared/base/kernel/errors.ts';
import { companyPartition, userPartition } from '#shared/platform/store/table.ts';
import type { Answer } from '../answer.ts';
import type { Admitted } from '../definition.ts';
import { comparedBody, header } from '../request.ts';
import { claimKey } from '../idempotency/claim-key.ts';
import type { Claim } from '../idempotency/held-claim.ts';
import { asAnswer } from './answer-errors.ts';

/**
 * Claims the `Idempotency-Key` of an authenticated POST to `/api/v1`, or returns the response stored for it; undefined without the
 * header, and on other endpoints.
 *
 * @throws what `claimKey` throws, and 400 for an empty key
 */
export async function claimOf(
  definition: { method: string; path: string },
  event: APIGatewayProxyEventV2,
  { actor, company }: Admitted,
): Promise<Claim | Answer | undefined> {
  const key = header(event, 'idempotency-key')?.trim();
  if (key === undefined || definition.method !== 'POST' || !definition.path.startsWith('/api/v1') || !actor) return undefined;
  if (key === '') throw badRequest('Idempotency-Key is empty.');
  const endpoint = `${definition.method} ${definition.path}`;
  // Without a company, the organization that the request is for (`X-Organization`, the organization of an API key) takes its place.
  const scope = company
    ? { partition: companyPartition(company.id), endpoint }
    : { partition: userPartition(actor.userId), endpoint: `${endpoint}\n${actor.membership?.organizationId ?? ''}` };
  return claimKey({
    ...scope,
    userId: actor.userId,
    key,
    content: [event.rawPath, event.rawQueryString, comparedBody(event)].join('\n'),
  });
}

/**
 * Runs under a claim: stores the response, also an error response; releases the key after a 5xx or 429, an answer that is not to be kept, and after a 412, because the request
 * may be right with the next `If-Match`, which is no part of what a repetition must repeat.
 */
export async function keepAnswer(claim: Claim | undefined, run: () => Promise<Answer>): Promise<Answer> {
  if (!claim) return run();
  try {
    const answer = await run();
    if (answer.isKept) await claim.keep(answer);
    else await claim.release();
    return answer;
  } catch (error) {
    const refusal = asAnswer(error);
    if (refusal.status < 500 && ![412, 429].includes(refusal.status)) await claim.keep(refusal);
    else await claim.release();
    throw error;
  }
}
