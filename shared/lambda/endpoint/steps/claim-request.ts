import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { badRequest } from '../../../kernel/errors.ts';
import { companyPartition, companyScope, userPartition } from '../../../store/table.ts';
import type { Answer } from '../answer.ts';
import type { Admitted } from '../definition.ts';
import { comparedBody, header } from '../request.ts';
import { claimKey } from '../idempotency/claim-key.ts';
import type { Claim } from '../idempotency/held-claim.ts';
import { asAnswer } from './log-request.ts';

/**
 * The claim of an `Idempotency-Key` on POSTs of `/api/v1` by a known caller, or the answer that was already given to it; undefined
 * without the header.
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
  return claimKey({
    partition: company ? companyPartition(companyScope(company.id)) : userPartition(actor.userId),
    userId: actor.userId,
    endpoint: `${definition.method} ${definition.path}`,
    key,
    content: [event.rawPath, event.rawQueryString, comparedBody(event)].join('\n'),
  });
}

/** Runs under a claim: keeps the answer, also a refusal; releases the key after a failure of ours. */
export async function keepAnswer(claim: Claim | undefined, run: () => Promise<Answer>): Promise<Answer> {
  if (!claim) return run();
  try {
    const answer = await run();
    await claim.keep(answer);
    return answer;
  } catch (error) {
    const refusal = asAnswer(error);
    if (refusal.status < 500 && refusal.status !== 429) await claim.keep(refusal);
    else await claim.release();
    throw error;
  }
}
