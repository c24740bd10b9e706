import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** A rewrite of files of a dependency. */
export interface Rewrite {
  name: string;
  /** Which files, by their paths. */
  files: RegExp;
  /** Returns the new text of a file; the old one where nothing in it is as this rewrite expects it. */
  rewrite: (source: string) => string;
}

/**
 * What a deployed function never runs, and a bundler cannot see to be unused. These rewrites know how the packages are written,
 * which may change with any of their versions: so a build in which one of them finds nothing to rewrite fails.
 */
export const REWRITES: readonly Rewrite[] = [
  {
    name: 'literal keys in the schemas of AWS clients',
    files: /@aws-sdk[/\\]client-[^/\\]+[/\\]dist-es[/\\]schemas[/\\]schemas_\d+\.js$/,
    rewrite: literalKeys,
  },
  {
    // Lambda puts a function's credentials into its environment; the default chain asks there first, and would bring along
    // the clients of four services for the places where it asks next.
    name: 'credentials from the environment alone',
    files: /@aws-sdk[/\\]credential-provider-node[/\\]dist-es[/\\]index\.js$/,
    rewrite: source =>
      source.includes('defaultProvider')
        ? "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';"
        : source,
  },
  {
    // The OpenAPI document is made before a function is deployed, never in it.
    name: 'no JSON Schema from zod',
    files: /zod[/\\]v4[/\\]core[/\\](json-schema-processors|to-json-schema)\.js$/,
    rewrite: withoutJsonSchema,
  },
];

/** The rewrites as a plugin of one or many builds, and which of them have not met a file yet. */
export interface Trimming {
  plugin: Plugin;
  /** @throws Error with the names of the rewrites for which no build had a file */
  assertAllUsed(): void;
}

/** @throws Error, in the build, when a file is not as its rewrite expects it */
export function trimDependencies(rewrites = REWRITES): Trimming {
  const used = new Set<Rewrite>();
  const plugin: Plugin = {
    name: 'trim-dependencies',
    setup(build) {
      for (const one of rewrites) {
        build.onLoad({ filter: one.files }, async ({ path }) => {
          const source = await readFile(path, 'utf8');
          const contents = one.rewrite(source);
          if (contents === source) throw new Error(`The rewrite "${one.name}" no longer matches anything in ${path}.`);
          used.add(one);
          return { contents, loader: 'js' };
        });
      }
    },
  };
  return {
    plugin,
    assertAllUsed() {
      const idle = rewrites.filter(one => !used.has(one)).map(({ name }) => `"${name}"`);
      if (idle.length > 0) throw new Error(`No bundled file is one that these rewrites are for: ${idle.join(', ')}.`);
    },
  };
}

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
  if (names.length === 0) return source;
  const aliases = [...source.matchAll(/^export \{ \w+ as \w+ \};$/gm)].map(match => match[0]);
  return [
    "const absent = () => { throw new Error('JSON Schema is not part of a deployed function.'); };",
    ...names.map(name => `export const ${name} = ${name.startsWith('create') ? '() => absent' : 'absent'};`),
    ...aliases,
  ].join('\n');
}
