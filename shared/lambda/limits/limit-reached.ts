import { Problem } from '../../kernel/errors.ts';

/** What a limit still allows its caller, as a request found it. */
export interface Quota {
  /** The limit's name. */
  policy: string;
  /** Requests that it allows … */
  quota: number;
  /** … in this many seconds. */
  windowSeconds: number;
  /** Requests that still pass now. */
  remaining: number;
  /** Seconds until more do. */
  resetSeconds: number;
}

export type Policy = Pick<Quota, 'policy' | 'quota' | 'windowSeconds'>;

/** A limit does not let the request pass: 429, with the seconds after which it does. */
export class LimitReached extends Problem {
  readonly quota: Quota;

  constructor(policy: Policy, seconds: number) {
    const resetSeconds = wholeSeconds(seconds);
    super('rate_limited', 'Rate limit exceeded.', undefined, { retryAfter: resetSeconds });
    this.quota = { ...policy, remaining: 0, resetSeconds };
  }
}

/** Seconds as headers say them: never 0. */
export const wholeSeconds = (seconds: number): number => Math.max(1, Math.ceil(seconds));
