import type { LocalClock } from '../../clock.ts';
import { decide } from './decide.ts';
import type { Transition } from './decide.ts';
import type { Machine } from './definition.ts';
import { MAX_EVENTS, record } from './run.ts';
import type { Run } from './run.ts';
import type { Outcome } from './states.ts';
import type { ExecutionRow, Position, Store } from './store.ts';
import type { Invoke } from './task.ts';

export interface Interpreter {
  /** Begins an execution; it is stored before anything of it runs. */
  begin(row: ExecutionRow, machine: Machine): void;
  /** Continues an execution from where the store has it. A task that was in flight runs again. */
  resume(row: ExecutionRow, machine: Machine): void;
  /** Continues an execution that has failed, at the state that failed, with all of its retries. */
  redrive(row: ExecutionRow, machine: Machine): void;
  find(arn: string): ExecutionRow | undefined;
  /** Executions that are running something, not waiting on the clock. */
  busy(): number;
  /** Abandons everything in memory; the store keeps it for the next start. */
  stop(): void;
}

/** States that one execution may run before others continue. */
const LONGEST_STRIDE = 100;

/** Runs executions. Decisions are made asynchronously and change nothing; each is then applied, and stored, in one go. */
export function createInterpreter(options: {
  store: Store;
  clock: LocalClock;
  invoke: Invoke;
  onError: (error: unknown) => void;
}): Interpreter {
  const { store, clock, invoke, onError } = options;
  const runs = new Map<string, Run>();

  const open = (row: ExecutionRow, machine: Machine, position: Position, events: number): Run => {
    const run = { row, machine, position, timer: undefined, active: 0, events, closed: false };
    runs.set(row.arn, run);
    return run;
  };

  const close = (run: Run): void => {
    run.closed = true;
    if (run.timer) clock.cancel(run.timer);
    runs.delete(run.row.arn);
  };

  const succeed = (run: Run, output: string): void => {
    record(run, { at: clock.now(), type: 'ExecutionSucceeded', details: { output } }, store);
    end(run, { status: 'SUCCEEDED', output });
  };

  const fail = (run: Run, error: string, cause: string): void => {
    const details = { ...(error ? { error } : {}), ...(cause ? { cause } : {}) };
    record(run, { at: clock.now(), type: 'ExecutionFailed', details }, store);
    end(run, { status: 'FAILED', error, cause });
  };

  const end = (run: Run, how: Partial<ExecutionRow>): void => {
    Object.assign(run.row, how, { stoppedAt: clock.now() });
    store.endExecution(run.row);
    close(run);
  };

  const typeOf = ({ machine, position }: Run): string => machine.states.get(position.state)?.Type ?? '';

  const enter = (run: Run, state: string): void => {
    const { position } = run;
    const at = clock.now();
    Object.assign(position, { state, phase: 'run', wakeAt: null, attempts: [], retryCount: 0, enteredAt: at });
    const details = { name: state, input: JSON.stringify(position.input) };
    position.enteredEvent = record(run, { at, type: `${typeOf(run)}StateEntered`, details }, store);
    store.savePosition(run.row.id, position);
  };

  const sleep = ({ row, position }: Run, phase: 'wait' | 'retry', wakeAt: number): void => {
    Object.assign(position, { phase, wakeAt });
    store.savePosition(row.id, position);
  };

  /** Whether an execution has something to do now. */
  const ready = ({ position: { phase, wakeAt } }: Run): boolean => phase === 'run' || (wakeAt !== null && wakeAt <= clock.now());

  const drive = (run: Run): void => {
    run.active += 1;
    work(run)
      .finally(() => {
        run.active -= 1;
      })
      .catch(onError);
  };

  const work = async (run: Run): Promise<void> => {
    for (let step = 1; !run.closed && ready(run); step += 1) {
      // What led to a task must be on disk before anything outside learns of it. A long chain of other states pauses too,
      // so that a loop of them cannot keep the process to itself.
      if (typeOf(run) === 'Task' || step % LONGEST_STRIDE === 0) await store.settled();
      const { transition, events } = await decide(run, { invoke, now: clock.now });
      if (run.closed) return;
      for (const event of events) record(run, event, store);
      if (run.events >= MAX_EVENTS) {
        const cause = `The execution reached the maximum number of history events (${MAX_EVENTS}).`;
        return fail(run, 'States.Runtime', cause);
      }
      apply(run, transition);
    }
    const { wakeAt } = run.position;
    if (!run.closed && wakeAt !== null) run.timer = clock.schedule(wakeAt, () => drive(run), 'waypoint');
  };

  const apply = (run: Run, transition: Transition): void => {
    const { position } = run;
    switch (transition.kind) {
      case 'sleep':
        return sleep(run, 'wait', transition.until);
      case 'retry':
        position.attempts[transition.index] = (position.attempts[transition.index] ?? 0) + 1;
        position.retryCount += 1;
        return sleep(run, 'retry', clock.now() + transition.delay);
      case 'move':
        return move(run, transition);
      case 'fail':
        return fail(run, transition.error.errorName, transition.error.message);
    }
  };

  const move = (run: Run, { next, output, assign }: Extract<Outcome, { kind: 'move' }>): void => {
    const { position } = run;
    const details = { name: position.state, output: JSON.stringify(output) };
    record(run, { at: clock.now(), type: `${typeOf(run)}StateExited`, details }, store);
    if (next === undefined) return succeed(run, details.output);
    Object.assign(position.variables, assign);
    position.input = output;
    enter(run, next);
  };

  return {
    begin: (row, machine) => {
      const run = open(row, machine, startOf(machine, row), 0);
      store.addExecution(row);
      record(run, { at: row.startedAt, type: 'ExecutionStarted', details: { input: row.input } }, store);
      enter(run, machine.startAt);
      drive(run);
    },
    resume: (row, machine) => drive(open(row, machine, store.position(row.id), store.lastEvent(row.id))),
    redrive(row, machine) {
      const running: ExecutionRow = { ...row, status: 'RUNNING', output: null, error: null, cause: null, stoppedAt: null };
      const run = open(running, machine, store.position(row.id), store.lastEvent(row.id));
      const redriveCount = (run.position.redriveCount ?? 0) + 1;
      Object.assign(run.position, { phase: 'run', wakeAt: null, attempts: [], retryCount: 0, redriveCount });
      store.restartExecution(running);
      record(run, { at: clock.now(), type: 'ExecutionRedriven', details: { redriveCount } }, store);
      store.savePosition(row.id, run.position);
      drive(run);
    },
    find: arn => runs.get(arn)?.row,
    busy: () => [...runs.values()].filter(run => run.active > 0).length,
    stop: () => {
      for (const run of [...runs.values()]) close(run);
    },
  };
}

const startOf = (machine: Machine, row: ExecutionRow): Position => ({
  state: machine.startAt,
  phase: 'run',
  wakeAt: null,
  input: JSON.parse(row.input) as Position['input'],
  variables: {},
  attempts: [],
  retryCount: 0,
  enteredAt: 0,
  enteredEvent: 0,
});
