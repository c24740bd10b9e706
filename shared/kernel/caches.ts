/**
 * Caches that a function keeps between requests while its process is warm (keys, key sets, columns of a list) belong to the stage that
 * the process runs in. The modules that keep them register here how to clear them.
 */
const caches: (() => void)[] = [];

/** Registers a module's cache by what clears it. Called once, when the module is loaded. */
export const registerCache = (clear: () => void): void => void caches.push(clear);

/** Clears all caches, as a new process would: for a process that goes on to serve another stage. */
export const clearCaches = (): void => caches.forEach(clear => clear());
