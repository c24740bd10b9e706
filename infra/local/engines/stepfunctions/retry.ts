import type { Catcher, Retrier } from './definition.ts';

/** An error of a state: the name that Retry and Catch match, and the cause that people read. */
export class StateError extends Error {
  readonly errorName: string;

  constructor(errorName: string, cause: string, options?: ErrorOptions) {
    // Step Functions keeps 32,768 characters of a cause.
    super(cause.slice(0, 32_768), options);
    this.name = 'StateError';
    this.errorName = errorName;
  }
}

/** Errors that no wildcard matches: a retry would only meet them again. */
const TERMINAL = new Set(['States.Runtime', 'States.DataLimitExceeded']);

/** Whether one of the names of an `ErrorEquals` stands for the error (States Language, Appendix A). */
export function matches(errorEquals: readonly string[], errorName: string): boolean {
  return errorEquals.some(pattern => {
    if (pattern === errorName) return true;
    if (TERMINAL.has(errorName)) return false;
    return pattern === 'States.ALL' || pattern === 'States.TaskFailed';
  });
}

/** What to do about a failed state: try it again after `delay` milliseconds, by the retrier `index`; or go to a catcher; or fail. */
export type Recovery = { kind: 'retry'; index: number; delay: number } | { kind: 'catch'; catcher: Catcher } | { kind: 'fail' };

/**
 * The recovery of a state whose run failed with `errorName`. The first matching retrier alone counts: once it has used
 * its attempts, the error goes on to the catchers, even if a later retrier matches too.
 * @param attempts retries made so far by each retrier in this visit of the state
 */
export function recover(
  state: { Retry?: Retrier[] | undefined; Catch?: Catcher[] | undefined },
  errorName: string,
  attempts: readonly number[],
): Recovery {
  const index = (state.Retry ?? []).findIndex(retrier => matches(retrier.ErrorEquals, errorName));
  const retrier = state.Retry?.[index];
  if (retrier) {
    const made = attempts[index] ?? 0;
    if (made < (retrier.MaxAttempts ?? 3)) return { kind: 'retry', index, delay: delayMillis(retrier, made + 1) };
  }
  const catcher = (state.Catch ?? []).find(candidate => matches(candidate.ErrorEquals, errorName));
  return catcher ? { kind: 'catch', catcher } : { kind: 'fail' };
}

/** Milliseconds before the `attempt`th retry (counted from 1): exponential, and capped. */
export function delayMillis(retrier: Retrier, attempt: number): number {
  const backoff = (retrier.IntervalSeconds ?? 1) * (retrier.BackoffRate ?? 2) ** (attempt - 1);
  return Math.round(Math.min(backoff, retrier.MaxDelaySeconds ?? Number.MAX_SAFE_INTEGER / 1000) * 1000);
}
