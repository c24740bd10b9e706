import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { remembered } from '../remembered.ts';

const root = join(import.meta.dirname, '..', '..');

/** A change to the source of a dependency at build time. */
export interface Rewrite {
  name: string;
  /** Matches the paths of the files to rewrite. */
  files: RegExp;
  /** Returns the new source; the unchanged source means that the rewrite did not match, and fails the build. */
  rewrite: (source: string) => string;
}

/**
 * Removes code that deployed functions never run, but that a bundler cannot prove unused (docs/adr/0031-build-time-rewrites.md). The
 * rewrites depend on the exact source of the packages, which any version may change: so the build fails when one of them finds nothing
 * to rewrite.
 */
export const REWRITES: readonly Rewrite[] = [
  {
    name: 'literal keys in the schemas of AWS clients',
    files: /@aws-sdk[/\\]client-[^/\\]+[/\\]dist-es[/\\]schemas[/\\]schemas_\d+\.js$/,
    rewrite: literalKeys,
  },
  {
    // Lambda passes credentials in the environment, where the default provider chain looks first; for the places where it looks
    // next, it would add the clients of four services to the bundle.
    name: 'credentials from the environment alone',
    files: /@aws-sdk[/\\]credential-provider-node[/\\]dist-es[/\\]index\.js$/,
    rewrite: source =>
      source.includes('defaultProvider')
        ? "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';"
        : source,
  },
  {
    // JSON Schema is only needed for the OpenAPI document, which is generated before the deploy.
    name: 'no JSON Schema from zod',
    files: /zod[/\\]v4[/\\]core[/\\](json-schema-processors|to-json-schema)\.js$/,
    rewrite: withoutJsonSchema,
  },
  {
    // Bundles do not change by this: it saves the bundler from reading some hundred files for each function.
    name: 'no operation of AWS that nothing calls',
    files: /@aws-sdk[/\\]client-[^/\\]+[/\\]dist-es[/\\](commands[/\\])?index\.js$/,
    rewrite: source => withoutOperations(source, commandsNamed(root)),
  },
];

/** The rewrites as an esbuild plugin for one or more builds. */
export interface Trimming {
  plugin: Plugin;
  /** @throws Error that names the rewrites whose files were in none of the builds */
  assertAllUsed(): void;
}

/** The plugin fails a build when a rewrite does not match its file. */
export function trimDependencies(rewrites = REWRITES): Trimming {
  const used = new Set<Rewrite>();
  // Hundreds of builds load the same files.
  const loaders = rewrites.map(one => ({
    files: one.files,
    contentsOf: remembered(async path => {
      const source = await readFile(path, 'utf8');
      const contents = one.rewrite(source);
      if (contents === source) throw new Error(`The rewrite "${one.name}" no longer matches anything in ${path}.`);
      used.add(one);
      return contents;
    }),
  }));
  const plugin: Plugin = {
    name: 'trim-dependencies',
    setup(build) {
      for (const { files, contentsOf } of loaders) {
        build.onLoad({ filter: files }, async ({ path }) => ({ contents: await contentsOf(path), loader: 'js' }));
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
 * Replaces the computed keys in the schemas of an AWS client (`[_hQ]: 'x'`, with `const _hQ = "httpQuery"` above) by literal keys.
 * A bundler must assume that a computed key has side effects, so it would keep the schemas of all operations of a service
 * although each function calls one or two: 66 kB for S3 instead of 10.
 */
export function literalKeys(source: string): string {
  const constants = new Map([...source.matchAll(/^const (\w+) = ("[^"\n]*");$/gm)].map(([, name, text]) => [name, text]));
  return source.replace(/\[(_\w+)\]:/g, (key, name: string) => (constants.has(name) ? `${constants.get(name)}:` : key));
}

/**
 * Replaces the exports of a zod module by functions that throw; `create…` functions return one, since zod calls them for every
 * schema.
 */
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

/**
 * Removes exports from the index of an AWS client, or from the index of its commands: commands that are not among the named ones, the class
 * with a method for each operation, paginators and waiters. A function that imports one of these does not build: esbuild finds no such
 * export. Send the command instead.
 */
export function withoutOperations(source: string, named: ReadonlySet<string>): string {
  const [, client] = /^export \* from "\.\/(\w+)Client";$/m.exec(source) ?? [];
  const removed = new Set([client, 'pagination', 'waiters']);
  return source.replace(/^export \* from "\.\/(\w+)";\n?/gm, (line, name: string) =>
    removed.has(name) || (name.endsWith('Command') && !named.has(name)) ? '' : line,
  );
}

/**
 * The names of commands, such as `GetItemCommand`, in the sources of functions below the repository's root, and in the document client,
 * which sends the commands of the client that it is made of.
 */
const commandsNamed = remembered((folder: string) => {
  const files = globSync(['{functions,shared}/**/*.ts', 'node_modules/@aws-sdk/lib-dynamodb/dist-es/**/*.js'], { cwd: folder });
  return new Set(files.flatMap(file => readFileSync(join(folder, file), 'utf8').match(/\b[A-Z]\w*Command\b/g) ?? []));
});
