import { AsyncLocalStorage } from 'node:async_hooks';

/** A call about to be sent. */
export interface Outgoing {
  service: string;
  operation: string;
  /** The command's input as it goes out. */
  input: Record<string, unknown>;
}

/** One call to a service of AWS or to the tax authority, as it went over the wire: a retry is a call of its own. */
export interface WireCall {
  service: string;
  operation: string;
  /** 1 + the highest round trip among the calls of this invocation that had been answered when this one began. */
  roundTrip: number;
  answered: boolean;
  /** The service did what it was asked: it did not refuse, and was not kept from it. */
  done: boolean;
  readUnits: number;
  writeUnits: number;
}

/** What one run of a function did. */
export interface Invocation {
  id: string;
  /** Name of the function in the catalogue. */
  name: string;
  calls: WireCall[];
  /** Aborted when the process of the function has died: what it still asks for is never answered. */
  readonly dead: AbortSignal;
  die(reason: Error): void;
}

const current = new AsyncLocalStorage<Invocation>();

/** The invocation that the running code belongs to. */
export const currentInvocation = (): Invocation | undefined => current.getStore();

/** The function's process ended in the middle: by an injected crash or at its time limit. */
export class ProcessDied extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProcessDied';
  }
}

export function newInvocation(id: string, name: string): Invocation {
  const death = new AbortController();
  return { id, name, calls: [], dead: death.signal, die: reason => death.abort(reason) };
}

/**
 * Runs code as this invocation until it ends or dies. After a death its promise is abandoned, and every further call of it
 * hangs for ever: nothing of it can catch what has happened, as in a process that is gone.
 * @throws ProcessDied
 */
export async function runAs<T>(invocation: Invocation, run: () => Promise<T>): Promise<T> {
  const death = new Promise<never>((_, reject) => {
    invocation.dead.addEventListener('abort', () => reject(invocation.dead.reason as Error), { once: true });
  });
  const running = current.run(invocation, run);
  running.catch(() => {});
  return Promise.race([running, death]);
}

/** A promise that never settles: what a crashed process waits for. */
export const never = (): Promise<never> => new Promise(() => {});

/** Notes that a call begins. */
export function beginCall(invocation: Invocation, service: string, operation: string): WireCall {
  const answered = invocation.calls.filter(call => call.answered).map(call => call.roundTrip);
  const call = {
    service,
    operation,
    roundTrip: 1 + Math.max(0, ...answered),
    answered: false,
    done: false,
    readUnits: 0,
    writeUnits: 0,
  };
  invocation.calls.push(call);
  return call;
}
