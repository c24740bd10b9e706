import { Problem } from '#shared/base/kernel/errors.ts';

/** The state of a limit after it counted a request, as reported in the `RateLimit` headers. */
export interface Quota {
  /** The limit's name. */
  policy: string;
  /** Number of requests allowed per `windowSeconds`. */
  quota: number;
  windowSeconds: number;
  /** Requests that are still allowed now. */
  remaining: number;
  /** Seconds until more requests are allowed. */
  resetSeconds: number;
}

export type Policy = Pick<Quota, 'policy' | 'quota' | 'windowSeconds'>;

/** A limit refuses the request: 429, with `Retry-After` in seconds. */
export class LimitReached extends Problem {
  readonly quota: Quota;

  constructor(policy: Policy, seconds: number) {
    const resetSeconds = wholeSeconds(seconds);
    super('rate_limited', 'Rate limit exceeded.', undefined, { retryAfter: resetSeconds });
    this.quota = { ...policy, remaining: 0, resetSeconds };
  }
}

/** Rounds up to the whole seconds that headers need, at least 1. */
export const wholeSeconds = (seconds: number): number => Math.max(1, Math.ceil(seconds));
