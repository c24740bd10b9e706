import type { LocalClock } from '../../clock.ts';
import { decide } from './decide.ts';
import type { Transition } from './decide.ts';
import type { JsonObject, Machine } from './definition.ts';
import type { StateError } from './retry.ts';
import { childrenOf, dropChildren, MAX_EVENTS, newFrame, newRun, record } from './run.ts';
import type { Run } from './run.ts';
import type { Outcome, Dependencies } from './states.ts';
import type { ExecutionRow, Frame, Status, Store } from './store.ts';
import type { Invoke } from './task.ts';

export interface Interpreter {
  /** Begins an execution; it is stored before anything of it runs. */
  begin(row: ExecutionRow, machine: Machine): void;
  /** Continues an execution from where the store has it. A task that was in flight runs again. */
  resume(row: ExecutionRow, machine: Machine): void;
  /** Ends a running execution from outside. */
  end(arn: string, status: Status, error: string | null, cause: string | null): void;
  find(arn: string): ExecutionRow | undefined;
  /** Executions that are running something, not waiting on the clock. */
  busy(): number;
  /** Abandons everything in memory; the store keeps it for the next start. */
  stop(): void;
}

/** States that one frame may run before other frames continue. */
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

  const alive = (run: Run, frame: Frame): boolean => !run.closed && run.frames.get(frame.id) === frame;
  const save = (run: Run, frame: Frame): void => store.saveFrame(run.row.id, frame);

  const close = (run: Run): void => {
    run.closed = true;
    for (const timer of [...run.timers.values(), run.deadline]) if (timer) clock.cancel(timer);
    runs.delete(run.row.arn);
  };

  const finish = (run: Run, frame: Frame, end: Pick<ExecutionRow, 'status' | 'output' | 'error' | 'cause'>): void => {
    const { status, output, error, cause } = end;
    const type = { SUCCEEDED: 'Succeeded', FAILED: 'Failed', TIMED_OUT: 'TimedOut', ABORTED: 'Aborted', RUNNING: 'Started' }[
      status
    ];
    const details: JsonObject =
      status === 'SUCCEEDED' ? { output } : { ...(error ? { error } : {}), ...(cause ? { cause } : {}) };
    record(run, frame, { at: clock.now(), type: `Execution${type}`, details }, store);
    Object.assign(run.row, end, { stoppedAt: clock.now() });
    store.endExecution(run.row);
    close(run);
  };

  const enter = (run: Run, frame: Frame, state: string): void => {
    const at = clock.now();
    Object.assign(frame, { state, phase: 'run', wakeAt: null, attempts: [], retryCount: 0, enteredAt: at, error: null });
    const type = `${run.machine.states.get(state)?.Type ?? ''}StateEntered`;
    frame.enteredEvent = record(run, frame, { at, type, details: { name: state, input: JSON.stringify(frame.input) } }, store);
  };

  const sleep = (run: Run, frame: Frame): void => {
    const wake = (): void => {
      run.timers.delete(frame.id);
      drive(run, frame);
    };
    run.timers.set(frame.id, clock.schedule(frame.wakeAt ?? 0, wake, 'waypoint'));
  };

  /** Whether a frame has something to do now. */
  const ready = (frame: Frame): boolean =>
    ['run', 'join', 'failed'].includes(frame.phase) || (frame.wakeAt !== null && frame.wakeAt <= clock.now());

  const drive = (run: Run, frame: Frame): void => {
    run.active += 1;
    work(run, frame)
      .finally(() => {
        run.active -= 1;
      })
      .catch(onError);
  };

  const work = async (run: Run, frame: Frame): Promise<void> => {
    for (let step = 1; alive(run, frame) && ready(frame); step += 1) {
      // What led to a task must be on disk before anything outside learns of it. A long chain of other states pauses too,
      // so that a loop of them cannot keep the process to itself.
      if (run.machine.states.get(frame.state)?.Type === 'Task' || step % LONGEST_STRIDE === 0) await store.settled();
      const { transition, events } = await decide(run, frame, { invoke, now: clock.now, before: before(run, frame) });
      if (!alive(run, frame)) return;
      for (const event of events) record(run, frame, event, store);
      if (run.events >= MAX_EVENTS) {
        const cause = `The execution reached the maximum number of history events (${MAX_EVENTS}).`;
        finish(run, frame, { status: 'FAILED', output: null, error: 'States.Runtime', cause });
        return;
      }
      apply(run, frame, transition);
    }
    if (alive(run, frame) && frame.wakeAt !== null) sleep(run, frame);
  };

  const before =
    (run: Run, frame: Frame): Dependencies['before'] =>
    (instant, promise, error) =>
      new Promise((resolve, reject) => {
        const timer = clock.schedule(instant, () => reject(error()));
        run.timers.set(frame.id, timer);
        const settle = (): void => {
          clock.cancel(timer);
          if (run.timers.get(frame.id) === timer) run.timers.delete(frame.id);
        };
        promise.then(resolve, reject).finally(settle);
      });

  const apply = (run: Run, frame: Frame, transition: Transition): void => {
    switch (transition.kind) {
      case 'sleep':
        Object.assign(frame, { phase: 'wait', wakeAt: transition.until });
        return save(run, frame);
      case 'retry':
        dropChildren(run, frame, clock, store);
        frame.attempts[transition.index] = (frame.attempts[transition.index] ?? 0) + 1;
        frame.retryCount += 1;
        Object.assign(frame, { phase: 'retry', wakeAt: clock.now() + transition.delay, error: null });
        return save(run, frame);
      case 'fork':
        return fork(run, frame, transition);
      case 'move':
        return move(run, frame, transition);
      case 'fail':
        return fail(run, frame, transition.error);
    }
  };

  const move = (run: Run, frame: Frame, { next, output, assign }: Extract<Outcome, { kind: 'move' }>): void => {
    dropChildren(run, frame, clock, store);
    const type = `${run.machine.states.get(frame.state)?.Type ?? ''}StateExited`;
    record(run, frame, { at: clock.now(), type, details: { name: frame.state, output: JSON.stringify(output) } }, store);
    Object.assign(frame.variables, assign);
    if (next !== undefined) {
      frame.input = output;
      enter(run, frame, next);
      return save(run, frame);
    }
    const parent = frame.parent === null ? undefined : run.frames.get(frame.parent);
    if (!parent) return finish(run, frame, { status: 'SUCCEEDED', output: JSON.stringify(output), error: null, cause: null });
    Object.assign(frame, { phase: 'done', wakeAt: null, output });
    save(run, frame);
    childDone(run, parent, frame.lastEvent);
  };

  const childDone = (run: Run, parent: Frame, lastEvent: number): void => {
    const children = childrenOf(run, parent);
    const queued = children.find(child => child.phase === 'queued');
    if (queued) {
      enter(run, queued, queued.state);
      save(run, queued);
      drive(run, queued);
    } else if (children.every(child => child.phase === 'done')) {
      Object.assign(parent, { phase: 'join', lastEvent });
      save(run, parent);
      drive(run, parent);
    }
  };

  const fork = (run: Run, frame: Frame, { children, concurrency }: Extract<Outcome, { kind: 'fork' }>): void => {
    const type = `${run.machine.states.get(frame.state)?.Type ?? ''}StateStarted`;
    record(run, frame, { at: clock.now(), type, details: { length: children.length } }, store);
    Object.assign(frame, { phase: 'fork', wakeAt: null, concurrency });
    save(run, frame);
    children.forEach(({ startAt, input, item }, slot) => {
      const place = { parent: frame.id, slot, state: startAt, input, item, lastEvent: frame.lastEvent };
      const child = newFrame(store.nextFrameId(), place);
      run.frames.set(child.id, child);
      if (slot < concurrency) enter(run, child, startAt);
      else child.phase = 'queued';
      save(run, child);
      if (child.phase === 'run') drive(run, child);
    });
  };

  /** An error that nothing here caught goes to the state that forked, and from the root it ends the execution. */
  const fail = (run: Run, frame: Frame, error: StateError): void => {
    const parent = frame.parent === null ? undefined : run.frames.get(frame.parent);
    if (!parent) {
      return finish(run, frame, { status: 'FAILED', output: null, error: error.errorName, cause: error.message });
    }
    dropChildren(run, parent, clock, store);
    Object.assign(parent, {
      phase: 'failed',
      error: { name: error.errorName, cause: error.message },
      lastEvent: frame.lastEvent,
    });
    record(
      run,
      parent,
      { at: clock.now(), type: `${run.machine.states.get(parent.state)?.Type ?? ''}StateFailed`, details: {} },
      store,
    );
    save(run, parent);
    drive(run, parent);
  };

  const expire = (run: Run): void => {
    const { timeoutSeconds } = run.machine;
    if (timeoutSeconds === undefined) return;
    const timedOut = (): void => end(run.row.arn, 'TIMED_OUT', 'States.Timeout', null);
    run.deadline = clock.schedule(run.row.startedAt + timeoutSeconds * 1000, timedOut);
  };

  const end = (arn: string, status: Status, error: string | null, cause: string | null): void => {
    const run = runs.get(arn);
    const [root] = run?.frames.values() ?? [];
    if (run && root) finish(run, root, { status, output: null, error, cause });
  };

  return {
    begin: (row, machine) => {
      const run = newRun(row, machine, 0);
      runs.set(row.arn, run);
      store.addExecution(row);
      const place = { parent: null, slot: 0, state: machine.startAt, input: JSON.parse(row.input), item: null, lastEvent: 0 };
      const root = newFrame(store.nextFrameId(), place);
      run.frames.set(root.id, root);
      record(run, root, { at: row.startedAt, type: 'ExecutionStarted', details: { input: row.input } }, store);
      enter(run, root, machine.startAt);
      save(run, root);
      expire(run);
      drive(run, root);
    },
    resume: (row, machine) => {
      const run = newRun(row, machine, store.lastEvent(row.id));
      runs.set(row.arn, run);
      for (const frame of store.frames(row.id)) run.frames.set(frame.id, frame);
      expire(run);
      for (const frame of [...run.frames.values()]) drive(run, frame);
    },
    end,
    find: arn => runs.get(arn)?.row,
    busy: () => [...runs.values()].filter(run => run.active > 0).length,
    stop: () => {
      for (const run of [...runs.values()]) close(run);
    },
  };
}
