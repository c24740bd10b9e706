import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The own sources that are deployed, by their path. */
export const deployedSources = (): Map<string, string> =>
  new Map(globSync('{functions,shared}/**/*.ts', { cwd: ROOT }).map(path => [path, readFileSync(join(ROOT, path), 'utf8')]));

/** The matches of a pattern with one group in all of the sources, each once, in order. */
export const foundIn = (sources: ReadonlyMap<string, string>, pattern: RegExp): string[] =>
  [
    ...new Set([...sources.values()].flatMap(source => [...source.matchAll(pattern)].map(match => match[1] ?? match[0]))),
  ].toSorted();
