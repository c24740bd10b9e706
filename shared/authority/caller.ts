import { AsyncLocalStorage } from 'node:async_hooks';

/** Whether somebody waits for what runs: an endpoint answers a caller, everything else (queues, schedules, state machines) can wait. */
const waiting = new AsyncLocalStorage<true>();

/** Runs something that a caller waits for. */
export const whileCallerWaits = <T>(run: () => T): T => waiting.run(true, run);

/** Whether a caller waits for what runs now. */
export const isCallerWaiting = (): boolean => waiting.getStore() === true;
