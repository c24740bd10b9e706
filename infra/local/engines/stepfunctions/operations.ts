import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { LocalClock } from '../../clock.ts';
import { operation } from '../aws-json.ts';
import type { Operation } from '../aws-json.ts';
import { AwsError } from '../http.ts';
import type { Machine } from './definition.ts';
import type { Interpreter } from './interpreter.ts';
import { executionArn } from './loader.ts';
import { definitionKey } from './store.ts';
import type { ExecutionRow, HistoryRow, Store } from './store.ts';
import { MAX_PAYLOAD_BYTES } from './task.ts';

const arn = z.string().min(1).max(256);
const maxResults = z.int().min(0).max(1000).default(0);
const nextToken = z.string().max(1024).optional();

const inputs = {
  start: z.strictObject({ stateMachineArn: arn, name: z.string().optional(), input: z.string().default('{}') }),
  list: z.strictObject({ stateMachineArn: arn, maxResults, nextToken }),
  redrive: z.strictObject({ executionArn: arn, clientToken: z.string().optional() }),
  history: z.strictObject({ executionArn: arn, reverseOrder: z.boolean().default(false), maxResults, nextToken }),
};

/** The operations of the Step Functions API that the engine answers, by their names in `X-Amz-Target`. */
export function createOperations(options: {
  store: Store;
  clock: LocalClock;
  interpreter: Interpreter;
  machines: ReadonlyMap<string, Machine>;
  /** The machine with the definition that an execution began with. */
  machineFor: (row: ExecutionRow) => Machine;
}): Record<string, Operation> {
  const { store, clock, interpreter, machines, machineFor } = options;

  const machineOf = (stateMachineArn: string): Machine => {
    const machine = machines.get(stateMachineArn);
    if (!machine) throw refusal('StateMachineDoesNotExist', `State Machine Does Not Exist: '${stateMachineArn}'`);
    return machine;
  };

  const executionOf = async (given: string): Promise<ExecutionRow> => {
    await store.settled();
    const row = store.execution(given);
    if (!row) throw refusal('ExecutionDoesNotExist', `Execution Does Not Exist: '${given}'`);
    return row;
  };

  return {
    StartExecution: operation(inputs.start, async ({ stateMachineArn, name = randomUUID(), input }) => {
      const machine = machineOf(stateMachineArn);
      checkName(name);
      checkInput(input);
      await store.settled();
      const key = executionArn(machine.name, name);
      // What runs is in memory before it is on disk, so memory is asked first; nothing is awaited up to begin().
      const existing = interpreter.find(key) ?? store.execution(key);
      if (existing) {
        if (existing.status !== 'RUNNING' || existing.input !== input) {
          throw refusal('ExecutionAlreadyExists', `Execution Already Exists: '${key}'`);
        }
        await store.settled();
        return { executionArn: key, startDate: seconds(existing.startedAt) };
      }
      const row: ExecutionRow = {
        id: store.nextExecutionId(),
        arn: key,
        machine: machine.name,
        name,
        definition: definitionKey(machine.text),
        status: 'RUNNING',
        input,
        output: null,
        error: null,
        cause: null,
        startedAt: Math.floor(clock.now()),
        stoppedAt: null,
      };
      interpreter.begin(row, machine);
      await store.settled();
      return { executionArn: key, startDate: seconds(row.startedAt) };
    }),

    RedriveExecution: operation(inputs.redrive, async ({ executionArn: key }) => {
      const row = await executionOf(key);
      if (row.status !== 'FAILED' || interpreter.find(key) || clock.now() - (row.stoppedAt ?? 0) > REDRIVABLE_MS) {
        throw refusal('ExecutionNotRedrivable', `Execution is not redrivable: '${key}'`);
      }
      interpreter.redrive(row, machineFor(row));
      await store.settled();
      return { redriveDate: seconds(Math.floor(clock.now())) };
    }),

    ListExecutions: operation(inputs.list, async ({ stateMachineArn, ...page }) => {
      const machine = machineOf(stateMachineArn);
      await store.settled();
      const limit = page.maxResults || 100;
      const rows = store.list(machine.name, readToken(page.nextToken, Number.MAX_SAFE_INTEGER), limit + 1);
      const shown = rows.slice(0, limit);
      return {
        executions: shown.map(row => summary(row, machine.arn)),
        ...(rows.length > limit ? { nextToken: writeToken(shown.at(-1)?.id) } : {}),
      };
    }),

    GetExecutionHistory: operation(inputs.history, async ({ executionArn: key, reverseOrder, ...page }) => {
      const row = await executionOf(key);
      const limit = page.maxResults || 100;
      const from = readToken(page.nextToken, reverseOrder ? Number.MAX_SAFE_INTEGER : 0);
      const events = store.history(row.id, from, limit + 1, reverseOrder);
      const shown = events.slice(0, limit);
      return {
        events: shown.map(historyEvent),
        ...(events.length > limit ? { nextToken: writeToken(shown.at(-1)?.id) } : {}),
      };
    }),
  };
}

/** For how long after its end an execution can be redriven: 14 days. */
const REDRIVABLE_MS = 14 * 24 * 3600 * 1000;

/** An error of the API, by the name that the SDK turns into an exception class. */
const refusal = (code: string, message: string): AwsError => new AwsError(code, 400, message);

/** Step Functions, StartExecution: the characters that the name of an execution must not have. */
function checkName(name: string): void {
  if (name.length < 1 || name.length > 80 || /[\s<>{}[\]?*"#%\\^|~`$&,;:/\p{Cc}\u{fffe}\u{ffff}]/u.test(name)) {
    throw refusal('InvalidName', `Invalid Name: '${name}'`);
  }
}

function checkInput(input: string): void {
  if (Buffer.byteLength(input) > MAX_PAYLOAD_BYTES) {
    throw refusal('InvalidExecutionInput', `The input exceeds ${MAX_PAYLOAD_BYTES} bytes.`);
  }
  try {
    JSON.parse(input);
  } catch (error) {
    throw refusal('InvalidExecutionInput', `Invalid State Machine Execution Input: '${(error as Error).message}'`);
  }
}

/** AWS JSON 1.0 writes instants as seconds since the epoch. */
const seconds = (millis: number): number => millis / 1000;

function summary(row: ExecutionRow, stateMachineArn: string): Record<string, unknown> {
  const { arn: key, name, status, startedAt, stoppedAt } = row;
  return {
    executionArn: key,
    stateMachineArn,
    name,
    status,
    startDate: seconds(startedAt),
    ...(stoppedAt === null ? {} : { stopDate: seconds(stoppedAt) }),
  };
}

function historyEvent({ id, at, type, details }: HistoryRow): Record<string, unknown> {
  const kind = /State(Entered|Exited)$/.exec(type)?.[0] ?? type;
  const key = `${kind.charAt(0).toLowerCase()}${kind.slice(1)}EventDetails`;
  return { id, previousEventId: id - 1, timestamp: seconds(at), type, [key]: details };
}

const writeToken = (id: number | undefined): string => Buffer.from(String(id)).toString('base64url');

function readToken(token: string | undefined, first: number): number {
  if (token === undefined) return first;
  const id = Number(Buffer.from(token, 'base64url').toString());
  if (!Number.isSafeInteger(id)) throw refusal('InvalidToken', `Invalid Token: '${token}'`);
  return id;
}
