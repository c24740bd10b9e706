import type { BackgroundEntry } from '../../../infra/catalogue.ts';
import { type StateMachineFile, taskSubstitutions } from '../../../infra/state-machines.ts';

/** An error that a state machine waits for, by name, from one of its tasks. */
export interface MatchedError {
  /** Name of the function in the catalogue. */
  task: string;
  error: string;
}

/** Names of errors that AWS itself gives: of Step Functions, of Lambda's API, and of a function whose process ended. */
const OF_AWS = /^(States|Lambda|Sandbox|Runtime)\./;

interface Matcher {
  ErrorEquals: string[];
}
interface State {
  Arguments?: { FunctionName?: string };
  Retry?: Matcher[];
  Catch?: Matcher[];
}

/** Every error of our own that `Retry` or `Catch` of a definition names, with the task that would have to throw it. */
export function matchedErrors(machines: readonly StateMachineFile[], background: readonly BackgroundEntry[]): MatchedError[] {
  const tasks = taskSubstitutions(background, entry => entry.name);
  return machines.flatMap(({ definition }) =>
    Object.values((JSON.parse(definition) as { States: Record<string, State> }).States).flatMap(({ Arguments, Retry, Catch }) => {
      const task = tasks[/^\$\{(\w+)\}$/.exec(Arguments?.FunctionName ?? '')?.[1] ?? ''] ?? '';
      const names = [...(Retry ?? []), ...(Catch ?? [])].flatMap(({ ErrorEquals }) => ErrorEquals);
      return [...new Set(names)].filter(name => !OF_AWS.test(name)).map(error => ({ task, error }));
    }),
  );
}

/** What Lambda says of a function's failure (`errorType`, which Step Functions matches); undefined when it did not fail. */
export async function errorTypeOf(lambdaEndpoint: string, functionName: string, payload: unknown): Promise<string | undefined> {
  const url = `${lambdaEndpoint}/2015-03-31/functions/${functionName}/invocations`;
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(payload) });
  return ((await answer.json()) as { errorType?: string } | null)?.errorType;
}
