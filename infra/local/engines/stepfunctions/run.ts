import type { LocalClock, Timer } from '../../clock.ts';
import type { JsonObject, Machine } from './definition.ts';
import type { Scope } from './expressions.ts';
import type { ExecutionRow, Frame, Store } from './store.ts';

/** The most events that an execution may have; Step Functions fails it at that point, which also ends endless loops. */
export const MAX_EVENTS = 25_000;

/** A running execution in memory. Every change is also written to the store at once. */
export interface Run {
  row: ExecutionRow;
  machine: Machine;
  frames: Map<number, Frame>;
  /** What each sleeping frame, or one whose task has a timeout, is waiting for on the clock. */
  timers: Map<number, Timer>;
  /** The clock's call for the end of the execution's own TimeoutSeconds. */
  deadline: Timer | undefined;
  /** Frames that are running something at this moment. */
  active: number;
  events: number;
  closed: boolean;
}

export const newRun = (row: ExecutionRow, machine: Machine, events: number): Run => ({
  row,
  machine,
  frames: new Map(),
  timers: new Map(),
  deadline: undefined,
  active: 0,
  events,
  closed: false,
});

/** A frame at the beginning of a state machine: the root, a branch or an item. */
export function newFrame(id: number, place: Pick<Frame, 'parent' | 'slot' | 'state' | 'input' | 'item' | 'lastEvent'>): Frame {
  return {
    id,
    ...place,
    phase: 'run',
    wakeAt: null,
    variables: {},
    attempts: [],
    retryCount: 0,
    enteredAt: 0,
    enteredEvent: 0,
    concurrency: 0,
    error: null,
    output: null,
  };
}

/** What the expressions of a frame's state see. Variables of the scopes around it are visible, the inner ones first. */
export function scopeOf(run: Run, frame: Frame, instant: number): Scope {
  const { row, machine } = run;
  const chain = lineage(run, frame);
  const item = chain.find(each => each.item !== null)?.item;
  const context: JsonObject = {
    Execution: {
      Id: row.arn,
      Input: JSON.parse(row.input) as JsonObject,
      Name: row.name,
      RoleArn: 'arn:aws:iam::000000000000:role/local',
      StartTime: new Date(row.startedAt).toISOString(),
      RedriveCount: 0,
    },
    State: { Name: frame.state, EnteredTime: new Date(frame.enteredAt).toISOString(), RetryCount: frame.retryCount },
    StateMachine: { Id: machine.arn, Name: machine.name },
    ...(item ? { Map: { Item: item } } : {}),
  };
  const variables = Object.assign({}, ...chain.toReversed().map(each => each.variables)) as JsonObject;
  return { states: { input: frame.input, context }, variables, instant };
}

/** The frame and those it was forked from, the innermost first. */
function lineage(run: Run, frame: Frame): Frame[] {
  const parent = frame.parent === null ? undefined : run.frames.get(frame.parent);
  return parent ? [frame, ...lineage(run, parent)] : [frame];
}

/** The frames that a frame has forked into, in the order of their slots. */
export const childrenOf = (run: Run, frame: Frame): Frame[] =>
  [...run.frames.values()].filter(other => other.parent === frame.id).sort((a, b) => a.slot - b.slot);

/** Removes the children of a frame, even if they are running. */
export function dropChildren(run: Run, frame: Frame, clock: LocalClock, store: Store): void {
  for (const child of childrenOf(run, frame)) {
    dropChildren(run, child, clock, store);
    const timer = run.timers.get(child.id);
    if (timer) clock.cancel(timer);
    run.timers.delete(child.id);
    run.frames.delete(child.id);
    store.dropFrame(child.id);
  }
}

/** Adds an event to the history, after the frame's last one. Returns its id. */
export function record(run: Run, frame: Frame, event: { at: number; type: string; details: JsonObject }, store: Store): number {
  const id = ++run.events;
  store.addEvent(run.row.id, { id, previous: frame.lastEvent, ...event });
  frame.lastEvent = id;
  return id;
}
