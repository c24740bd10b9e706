import { countCall } from './count-call.ts';
import type { AuthorityCall } from './limits.ts';

/**
 * Calls the tax authority, or one of its registers. Nothing else may call them: `test/infra/authority-calls.test.ts` fails
 * otherwise.
 *
 * @param what the limits that the call counts against
 * @param init its timeout signal must start before this function, since it covers the count too (`travelMillis` in limits.ts)
 * @throws AuthorityLimitReached, NotCounted before anything is sent; any error of `fetch`
 */
export async function callAuthority(
  what: AuthorityCall,
  url: string,
  init: RequestInit & { signal: AbortSignal },
): Promise<Response> {
  await countCall(what);
  return fetch(url, init);
}

export type CallAuthority = typeof callAuthority;
