import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { LimitReached } from '../../limits/limit-reached.ts';
import type { Tier } from '../../limits/policies.ts';
import { noteQuotas } from '../../limits/quota-headers.ts';
import { consumeWindow } from '../../limits/sliding-window.ts';
import { consumeBucket } from '../../limits/token-bucket.ts';
import type { Requirements } from '../definition.ts';
import { clientAddress } from '../edge.ts';

/** Counts the request in the caller's bucket and the endpoint's window, in parallel. @throws LimitReached (429) */
export async function countRequest(
  requirements: Pick<Requirements, 'window' | 'uncounted'>,
  tier: Tier,
  event: APIGatewayProxyEventV2,
): Promise<void> {
  if (requirements.uncounted) return;
  const address = clientAddress(event);
  const counted = await Promise.allSettled([
    consumeBucket(tier, address),
    requirements.window && consumeWindow(requirements.window, address),
  ]);
  const quotas = counted.map(one =>
    one.status === 'fulfilled' ? one.value : one.reason instanceof LimitReached ? one.reason.quota : undefined,
  );
  noteQuotas(
    event,
    quotas.filter(quota => quota !== undefined),
  );
  for (const one of counted) if (one.status === 'rejected') throw one.reason;
}
