import { AsyncLocalStorage } from 'node:async_hooks';

/** A call to a service before it is sent. */
export interface Outgoing {
  service: string;
  operation: string;
  /** The input of the SDK's command. */
  input: Record<string, unknown>;
}

/** One request to a service of AWS, the tax authority or the national bank; each retry is a call of its own. */
export interface WireCall {
  service: string;
  operation: string;
  /** 1 + the highest round trip of the calls of this invocation that were answered before this one began. */
  roundTrip: number;
  answered: boolean;
  /** Whether the service executed the call: it was neither refused nor prevented by a fault. */
  done: boolean;
  readUnits: number;
  writeUnits: number;
  /** Whether a function was invoked as an event: nobody waits for it. */
  isEvent: boolean;
}

/** One run of a function, with its calls. */
export interface Invocation {
  id: string;
  /** Name of the function in the catalogue. */
  name: string;
  calls: WireCall[];
  /** Aborted when the simulated process has crashed: its further calls never settle. */
  readonly dead: AbortSignal;
  die(reason: Error): void;
}

const current = new AsyncLocalStorage<Invocation>();

/** The invocation that the running code belongs to. */
export const currentInvocation = (): Invocation | undefined => current.getStore();

/** The function's process ended before the function returned: by an injected crash or its timeout. */
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
 * Runs code as this invocation until it ends or crashes. After a crash its promise is abandoned, and its further calls never
 * settle, so that no code of it can catch the crash, like in a process that has ended.
 * @throws ProcessDied after a crash
 */
export async function runAs<T>(invocation: Invocation, run: () => Promise<T>): Promise<T> {
  const death = new Promise<never>((_, reject) => {
    invocation.dead.addEventListener('abort', () => reject(invocation.dead.reason as Error), { once: true });
  });
  const running = current.run(invocation, run);
  running.catch(() => {});
  return Promise.race([running, death]);
}

/** A promise that never settles, for calls of a crashed process. */
export const never = (): Promise<never> => new Promise(() => {});

/** Adds a call to the invocation and assigns its round trip. */
export function beginCall(invocation: Invocation, { service, operation, input }: Outgoing): WireCall {
  const answered = invocation.calls.filter(call => call.answered).map(call => call.roundTrip);
  const call = {
    service,
    operation,
    roundTrip: 1 + Math.max(0, ...answered),
    answered: false,
    done: false,
    readUnits: 0,
    writeUnits: 0,
    isEvent: input['InvocationType'] === 'Event',
  };
  invocation.calls.push(call);
  return call;
}

/** Drops log lines of a crashed invocation, whose code may still run in this process. */
export const unlessCrashed =
  (write: (line: string) => void) =>
  (line: string): void => {
    if (!currentInvocation()?.dead.aborted) write(line);
  };
