import { AsyncLocalStorage } from 'node:async_hooks';

/** Set while an endpoint handles a request, whose caller waits; not set in queue workers, schedules and state machines. */
const waiting = new AsyncLocalStorage<true>();

/** Runs a function for which a caller waits. */
export const whileCallerWaits = <T>(run: () => T): T => waiting.run(true, run);

/** Whether a caller waits for the code that runs now. */
export const isCallerWaiting = (): boolean => waiting.getStore() === true;
