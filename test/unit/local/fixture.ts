import type { BackgroundHandler } from '#shared/platform/lambda/worker/define-worker.ts';
import type { Catalogue } from '../../../infra/catalogue.ts';
import type { EndpointHandler } from '#shared/platform/lambda/endpoint/definition.ts';

/** A catalogue of functions that a test has made, by name; in place of those under `functions/`. */
export function catalogueOf(functions: Record<string, unknown>): Catalogue {
  const entries = Object.entries(functions).map(([name, handler]) => ({
    name,
    area: 'test',
    file: `functions/test/${name}.ts`,
    handler: handler as EndpointHandler | BackgroundHandler,
  }));
  return {
    endpoints: entries.filter(entry => entry.handler.definition.kind === 'endpoint') as Catalogue['endpoints'],
    background: entries.filter(entry => entry.handler.definition.kind !== 'endpoint') as Catalogue['background'],
  };
}

/** Collects what background functions report, and lets a test wait until it has seen enough. */
export function collector<T>() {
  const seen: T[] = [];
  let look = (): void => {};
  return {
    seen,
    add(value: T): void {
      seen.push(value);
      look();
    },
    reaches: (count: number): Promise<void> =>
      new Promise(resolve => {
        look = () => seen.length >= count && resolve();
        look();
      }),
  };
}
