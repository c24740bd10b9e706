import type { Timer } from '../../clock.ts';
import type { JsonObject, Machine } from './definition.ts';
import type { Scope } from './expressions.ts';
import type { ExecutionRow, Position, Store } from './store.ts';

/** The most events that an execution may have; Step Functions fails it at that point, which also ends endless loops. */
export const MAX_EVENTS = 25_000;

/** A running execution in memory. Every change is also written to the store at once. */
export interface Run {
  row: ExecutionRow;
  machine: Machine;
  position: Position;
  /** What it is waiting for on the clock. */
  timer: Timer | undefined;
  /** Above 0 while it is running something. */
  active: number;
  events: number;
  closed: boolean;
}

/** What the expressions of the state see where the execution stands. */
export function scopeOf({ row, machine, position }: Run): Scope {
  const context: JsonObject = {
    Execution: {
      Id: row.arn,
      Input: JSON.parse(row.input) as JsonObject,
      Name: row.name,
      RoleArn: 'arn:aws:iam::000000000000:role/local',
      StartTime: new Date(row.startedAt).toISOString(),
      RedriveCount: position.redriveCount ?? 0,
    },
    State: { Name: position.state, EnteredTime: new Date(position.enteredAt).toISOString(), RetryCount: position.retryCount },
    StateMachine: { Id: machine.arn, Name: machine.name },
  };
  return { states: { input: position.input, context }, variables: position.variables };
}

/** Adds an event to the history. Returns its id. */
export function record(run: Run, event: { at: number; type: string; details: JsonObject }, store: Store): number {
  const id = ++run.events;
  store.addEvent(run.row.id, { id, ...event });
  return id;
}
