import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Registry of the in-memory caches that a warm process keeps between requests (keys, key sets, columns of a list). Their contents
 * belong to the stage that the process serves, so each module with a cache registers here how to clear it.
 */
const caches: (() => void)[] = [];

/** Registers the function that clears a module's cache. Called once, when the module is loaded. */
export const registerCache = (clear: () => void): void => void caches.push(clear);

/** Clears all caches, for a process that continues with another stage. */
export const clearCaches = (): void => caches.forEach(clear => clear());

const current = new AsyncLocalStorage<Map<string, unknown>>();

/** Runs one invocation of a function. What is noted during it is forgotten at its end. */
export const asRun = <T>(run: () => T): T => current.run(new Map(), run);

/** What has been noted during the current invocation; undefined outside of one. */
export const notesOfRun = (): Map<string, unknown> | undefined => current.getStore();
