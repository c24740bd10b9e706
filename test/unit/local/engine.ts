import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { GetExecutionHistoryCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { HistoryEvent } from '@aws-sdk/client-sfn';
import { onTestFinished } from 'vitest';
import { openClock } from '../../../infra/local/clock.ts';
import type { LocalClock } from '../../../infra/local/clock.ts';
import { startStepFunctions } from '../../../infra/local/engines/stepfunctions/index.ts';
import { stateMachineArn } from '../../../infra/local/engines/stepfunctions/loader.ts';

/** A new folder that is removed when the test ends. */
export function freshDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'local-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

type Fn = (payload: never) => unknown;

export interface Ended {
  status: string;
  output: unknown;
  error: string | undefined;
  cause: string | undefined;
}

/** An engine on a frozen clock, called through the ordinary SDK client; `functions` stand for Lambda functions. */
export async function openEngine(
  machines: Record<string, object>,
  functions: Record<string, Fn> = {},
  options: { dataDir?: string; clock?: LocalClock } = {},
) {
  const dataDir = options.dataDir ?? freshDir();
  const clock = options.clock ?? openClock(dataDir);
  if (!clock.state().frozen) clock.freeze(true);
  const errors: unknown[] = [];
  const calls: { name: string; payload: unknown }[] = [];
  const engine = await startStepFunctions({
    dataDir,
    clock,
    machines: Object.entries(machines).map(([name, definition]) => ({ name, definition: JSON.stringify(definition) })),
    substitutions: Object.fromEntries(Object.keys(functions).map(name => [name, name])),
    invoke: async (name, payload) => {
      calls.push({ name, payload });
      const fn = functions[name];
      if (!fn) throw new Error(`No function "${name}".`);
      return fn(payload as never);
    },
    onError: error => errors.push(error),
  });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new SFNClient({ endpoint: engine.endpoint, region: 'eu-central-1', credentials });

  const start = async (machine: string, input: unknown = {}, name?: string): Promise<string> => {
    const stateMachine = stateMachineArn(machine);
    const command = new StartExecutionCommand({ stateMachineArn: stateMachine, input: JSON.stringify(input), name });
    return (await client.send(command)).executionArn ?? '';
  };
  const idle = async (): Promise<void> => {
    while (engine.busy() > 0) await setImmediate();
  };
  const describe = async (executionArn: string): Promise<Ended> => {
    const last = new GetExecutionHistoryCommand({ executionArn, reverseOrder: true, maxResults: 1 });
    const [event] = (await client.send(last)).events ?? [];
    const output = event?.executionSucceededEventDetails?.output;
    const { error, cause } = event?.executionFailedEventDetails ?? {};
    const status = { ExecutionSucceeded: 'SUCCEEDED', ExecutionFailed: 'FAILED' }[String(event?.type)] ?? 'RUNNING';
    return { status, output: output === undefined ? undefined : JSON.parse(output), error, cause };
  };
  const run = async (machine: string, input: unknown = {}): Promise<Ended> => {
    const arn = await start(machine, input);
    await idle();
    return describe(arn);
  };
  const history = async (executionArn: string): Promise<HistoryEvent[]> =>
    (await client.send(new GetExecutionHistoryCommand({ executionArn, maxResults: 1000 }))).events ?? [];
  const stop = async (): Promise<void> => {
    client.destroy();
    clock.close();
    await engine.stop();
  };
  return { dataDir, clock, client, engine, errors, calls, start, idle, describe, run, history, stop };
}

/** A machine of these states, the first of which begins. */
export const machine = (states: Record<string, object>, more: object = {}): object => ({
  QueryLanguage: 'JSONata',
  StartAt: Object.keys(states)[0],
  States: states,
  ...more,
});

/** A task that calls the function `name` with the state's input, unless `more` says otherwise. */
export const task = (name: string, more: object = {}): object => ({
  Type: 'Task',
  Resource: 'arn:aws:states:::lambda:invoke',
  Arguments: { FunctionName: `\${${name}}`, Payload: '{% $states.input %}' },
  Output: '{% $states.result.Payload %}',
  ...('Next' in more ? {} : { End: true }),
  ...more,
});

/** A state that does nothing but its Output and Assign. */
export const step = (more: object = {}): object => ({
  Type: 'Wait',
  Seconds: 0,
  ...('Next' in more ? {} : { End: true }),
  ...more,
});

export class NamedError extends Error {
  constructor(name: string, message = 'of the test') {
    super(message);
    this.name = name;
  }
}
