import type { BackgroundEntry } from '../../../infra/catalogue.ts';
import { type StateMachineFile, taskSubstitutions } from '../../../infra/stage/state-machines.ts';

/** An error that a state machine handles by name, and the task that throws it. */
export interface MatchedError {
  /** Name of the function in the catalogue. */
  task: string;
  error: string;
}

/** Error names of AWS itself: of Step Functions, of Lambda's API, and of a function whose process has ended. */
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

/** The `errorType` that Lambda reports for a failed function, which Step Functions matches; undefined if it did not fail. */
export async function errorTypeOf(lambdaEndpoint: string, functionName: string, payload: unknown): Promise<string | undefined> {
  const url = `${lambdaEndpoint}/2015-03-31/functions/${functionName}/invocations`;
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(payload) });
  return ((await answer.json()) as { errorType?: string } | null)?.errorType;
}
