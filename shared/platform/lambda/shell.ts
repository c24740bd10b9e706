import middy, { type MiddlewareObj, type Request } from '@middy/core';
import type { Context as LambdaContext } from 'aws-lambda';
import { type LogFields, withLogFields } from '#shared/base/kernel/log.ts';
import { asRun } from '#shared/base/kernel/caches.ts';

/** The function is about to time out. Its work may or may not have taken effect. */
export class OutOfTime extends Error {
  override name = 'TimeoutError';

  constructor() {
    super('The function ran out of time.');
  }
}

/** Stops waiting 5 ms before Lambda's timeout: time for a response and a log line, after which Lambda freezes the process. */
const EARLY_TIMEOUT = {
  timeoutEarlyInMillis: 5,
  timeoutEarlyResponse: () => {
    throw new OutOfTime();
  },
};

/** A step around the work of a function. One that says nothing about the response and its own state fits into every shell. */
export type Step<Event, Response = never, State extends Record<string, unknown> = never> = MiddlewareObj<
  Event,
  Response,
  unknown,
  LambdaContext,
  State
>;

/** A step that comes when the work is done, or has failed. */
export const atEnd = <Event, Response, State extends Record<string, unknown> = never>(
  end: (request: Request<Event, Response, unknown, LambdaContext, State>) => Promise<void> | void,
): Step<Event, Response, State> => ({ after: end, onError: end });

/**
 * A Lambda handler: `run` with steps around it. Their `before` is called in this order; `after`, or `onError` of every step if `run` or a
 * step has thrown, in the reverse order. An error that no step answers is thrown to Lambda.
 *
 * @param fields of all log lines of a run, also of those that the steps write
 */
export function shell<Event, Result>(
  run: (event: Event) => Promise<Result>,
  fields: (event: Event, context: LambdaContext | undefined) => LogFields,
  steps: Step<Event>[],
): (event: Event, context: LambdaContext) => Promise<Result> {
  const chain = middy<Event, Result>(run, EARLY_TIMEOUT);
  chain.use(steps as MiddlewareObj[]);
  return (event, context) => asRun(() => withLogFields(fields(event, context), () => chain(event, context)));
}
