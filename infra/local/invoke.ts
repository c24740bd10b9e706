import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { type Invocation, newInvocation, ProcessDied, runAs } from './invocation.ts';

/** The timeout of a function whose definition has none, in seconds (infra/stage/function-limits.ts). */
export const DEFAULT_TIMEOUT_SECONDS = 29;

/** Milliseconds that a function has left where there are no time limits: it must not end itself either (shared/platform/lambda/shell.ts). */
const NO_LIMIT = 24 * 3600 * 1000;

/** The parts of a function of the catalogue that are needed to run it. */
export interface Runnable {
  name: string;
  handler: ((event: never, context: Context) => unknown) & { definition: { timeoutSeconds?: number; memory?: number } };
}

export interface Invoker {
  /**
   * Runs a function once, in an invocation of its own, until its timeout. Event and result are JSON values.
   * @throws the error of the function, or ProcessDied
   */
  invoke(entry: Runnable, event: unknown, invocation?: Invocation): Promise<unknown>;
  /** How many functions are running. */
  running(): number;
  /** Resolves when no function is running, at the latest after `millis`. */
  drained(millis: number): Promise<void>;
}

/**
 * Runs functions like Lambda: with an event, a context and a deadline.
 *
 * @param timeLimits whether functions crash at their timeout. It is measured in real time, which says little about the function on a busy
 *   machine.
 */
export function createInvoker(timeLimits = true): Invoker {
  let running = 0;
  return {
    running: () => running,
    async invoke(entry, event, invocation = newInvocation(randomUUID(), entry.name)) {
      const seconds = entry.handler.definition.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
      const deadline = performance.now() + (timeLimits ? seconds * 1000 : NO_LIMIT);
      const timedOut = () => invocation.die(new ProcessDied(`${entry.name} timed out after ${seconds} seconds.`));
      const timer = timeLimits ? setTimeout(timedOut, seconds * 1000) : undefined;
      running++;
      try {
        const context = lambdaContext(entry, invocation.id, deadline);
        return await runAs(invocation, async () => entry.handler(event as never, context));
      } finally {
        running--;
        clearTimeout(timer);
      }
    },
    async drained(millis) {
      const until = performance.now() + millis;
      while (running > 0 && performance.now() < until) await new Promise(resolve => setTimeout(resolve, 5));
    },
  };
}

function lambdaContext(entry: Runnable, requestId: string, deadline: number): Context {
  const ignored = (): void => {};
  return {
    callbackWaitsForEmptyEventLoop: false,
    functionName: entry.name,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${entry.name}`,
    memoryLimitInMB: String(entry.handler.definition.memory ?? 512),
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${entry.name}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, Math.round(deadline - performance.now())),
    done: ignored,
    fail: ignored,
    succeed: ignored,
  };
}

/** A value after serialization to JSON and back, as between Lambda and its callers. */
export const throughJson = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));
