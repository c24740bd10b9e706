import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Leaves out of the bundles what a deployed function never runs and a bundler cannot see to be unused. Measured on the function
 * that issues invoices, the largest of the API then: 699 kB without this, 572 kB with it.
 */
export const slim: Plugin = {
  name: 'slim',
  setup(build) {
    build.onLoad({ filter: /@aws-sdk[/\\]client-[^/\\]+[/\\]dist-es[/\\]schemas[/\\]schemas_\d+\.js$/ }, async ({ path }) => ({
      contents: literalKeys(await readFile(path, 'utf8')),
      loader: 'js',
    }));
    // Lambda puts a function's credentials into its environment; the default chain asks there first, and would bring along
    // the clients of four services for the places where it asks next.
    build.onLoad({ filter: /@aws-sdk[/\\]credential-provider-node[/\\]dist-es[/\\]index\.js$/ }, () => ({
      contents: "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';",
      loader: 'js',
    }));
    // No operation that we call takes or answers a stream of events. What each request needs of the SDK then loads nothing later,
    // as gather.ts asks of what all functions share.
    build.onLoad({ filter: /@smithy[/\\]core[/\\]dist-es[/\\].*[/\\]HttpProtocol\.js$/ }, async ({ path }) => ({
      contents: withoutEventStreams(await readFile(path, 'utf8')),
      loader: 'js',
    }));
    // The OpenAPI document is made before a function is deployed, never in it.
    build.onLoad({ filter: /zod[/\\]v4[/\\]core[/\\](json-schema-processors|to-json-schema)\.js$/ }, async ({ path }) => ({
      contents: withoutJsonSchema(await readFile(path, 'utf8')),
      loader: 'js',
    }));
  },
};

/**
 * Writes the computed keys of a client's schemas (`[_hQ]: 'x'`, with `const _hQ = "httpQuery"` above) as what they are.
 * A computed key may have side effects for all that a bundler knows, so it keeps the shapes of all operations of a service
 * although each function calls one or two: 66 kB of S3 instead of 10.
 */
export function literalKeys(source: string): string {
  const constants = new Map([...source.matchAll(/^const (\w+) = ("[^"\n]*");$/gm)].map(([, name, text]) => [name, text]));
  return source.replace(/\[(_\w+)\]:/g, (key, name: string) => (constants.has(name) ? `${constants.get(name)}:` : key));
}

/** The exports of a module of zod that writes JSON Schema, as functions that refuse. Those that make a method are called for every schema. */
export function withoutJsonSchema(source: string): string {
  const names = [...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(match => match[1] ?? '');
  const aliases = [...source.matchAll(/^export \{ \w+ as \w+ \};$/gm)].map(match => match[0]);
  return [
    "const absent = () => { throw new Error('JSON Schema is not part of a deployed function.'); };",
    ...names.map(name => `export const ${name} = ${name.startsWith('create') ? '() => absent' : 'absent'};`),
    ...aliases,
  ].join('\n');
}

/** The base of all protocols, refusing where it would load the codec of event streams. */
export const withoutEventStreams = (source: string): string =>
  source.replace(
    'await import("@smithy/core/event-streams")',
    "(() => { throw new Error('Event streams are not part of a deployed function.'); })()",
  );
