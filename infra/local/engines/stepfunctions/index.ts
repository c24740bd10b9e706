import type { LocalClock } from '../../clock.ts';
import { serveJsonService } from '../aws-json.ts';
import type { Machine } from './definition.ts';
import { createInterpreter } from './interpreter.ts';
import type { Interpreter } from './interpreter.ts';
import { loadMachine } from './loader.ts';
import { createOperations } from './operations.ts';
import { definitionKey, type ExecutionRow, openStore } from './store.ts';
import type { Store } from './store.ts';
import type { Invoke } from './task.ts';

export interface StepFunctionsOptions {
  /** Where the executions are kept; the next start on the same folder continues them. One engine at a time. */
  dataDir: string;
  clock: LocalClock;
  /** Each `.asl.json` file: the state machine's name and the file's text. */
  machines: readonly { name: string; definition: string }[];
  /** Values of the `${Name}` in the definitions. */
  substitutions: Readonly<Record<string, string>>;
  /** Runs a Lambda function; what it throws becomes the error of the task, by the error's `name`. */
  invoke: Invoke;
  onError?: (error: unknown) => void;
}

export interface StepFunctions {
  /** For `endpoint` of the SDK's SFNClient. */
  endpoint: string;
  /** Number of executions that are not waiting for the clock. */
  busy(): number;
  /** Stops the engine at once. Executions continue at the next start; a running task will run again. */
  stop(): Promise<void>;
}

/** The largest request: an input of 256 KiB, escaped inside JSON. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/**
 * Starts the local stand-in for Step Functions and continues the executions that `dataDir` holds.
 * @throws DefinitionError when a machine holds what the engine does not run
 */
export async function startStepFunctions(options: StepFunctionsOptions): Promise<StepFunctions> {
  const { dataDir, clock, substitutions, invoke } = options;
  const onError = options.onError ?? (error => console.error('The local Step Functions engine failed:', error));
  const machines = options.machines.map(({ name, definition }) => loadMachine(name, definition, substitutions));
  const store = openStore(dataDir);
  try {
    admit(machines, store);
  } catch (error) {
    store.close();
    throw error;
  }
  const interpreter = createInterpreter({ store, clock, invoke, onError });
  const byArn = new Map(machines.map(machine => [machine.arn, machine]));
  const machineFor = machinesOf(machines, store);
  const operations = createOperations({ store, clock, interpreter, machines: byArn, machineFor });
  const server = await serveJsonService({ target: 'AWSStepFunctions', version: '1.0', bodyLimit: MAX_BODY_BYTES, operations });
  resumeAll(machineFor, { store, clock, interpreter, onError });
  return {
    endpoint: server.endpoint,
    busy: interpreter.busy,
    stop: async () => {
      interpreter.stop();
      await server.stop();
      store.close();
    },
  };
}

/** Stores the definitions, for the executions that begin with them. */
function admit(machines: readonly Machine[], store: Store): void {
  for (const { text } of machines) store.addDefinition(definitionKey(text), text);
}

/** Finds the machine with the definition that an execution began with, which a later start may have changed. */
function machinesOf(machines: readonly Machine[], store: Store): (row: ExecutionRow) => Machine {
  const keyOf = (name: string, definition: string): string => `${name} ${definition}`;
  const known = new Map(machines.map(machine => [keyOf(machine.name, definitionKey(machine.text)), machine]));
  return ({ machine: name, definition }) => {
    const key = keyOf(name, definition);
    // A text in the store has its substitutions made.
    const machine = known.get(key) ?? loadMachine(name, store.definition(definition) ?? '', {});
    known.set(key, machine);
    return machine;
  };
}

/** Continues the running executions. */
function resumeAll(
  machineFor: (row: ExecutionRow) => Machine,
  engine: { store: Store; clock: LocalClock; interpreter: Interpreter; onError: (error: unknown) => void },
): void {
  const { store, clock, interpreter, onError } = engine;
  for (const row of store.running()) {
    try {
      interpreter.resume(row, machineFor(row));
    } catch (error) {
      const cause = `It cannot be continued: ${(error as Error).message}`;
      store.endExecution({ ...row, status: 'FAILED', error: 'States.Runtime', cause, stoppedAt: clock.now() });
      onError(error);
    }
  }
}
