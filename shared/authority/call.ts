import { countCall } from './count-call.ts';
import type { AuthorityCall } from './limits.ts';

/**
 * Calls the tax authority, or one of its registers. The only way to: `test/infra/authority-calls.test.ts` finds every other.
 *
 * @param what is counted
 * @param init with a signal that was made before this: the count is part of the call's time (`travelMillis` in limits.ts)
 * @throws AuthorityLimitReached, NotCounted before anything is sent; and what `fetch` throws
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
