import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/**
 * Stack traces that name our TypeScript sources, by the source maps beside the deployed files. Node's own `--enable-source-maps`
 * does the same and costs every start 11 ms, most of it even with empty maps; here only an error costs something.
 */

/** The maps read so far, by the URL of the file that they are of; null for a file without one. */
const maps = new Map<string, SourceMap | null>();

/** A place in a stack: URL of a deployed file, line and column, both from 1. */
const PLACE = /(file:[^\s:()]+\.mjs):(\d+):(\d+)/g;

/** The stack of an error with `shared/kernel/log.ts:40:3` for `file:///var/task/clients-get.mjs:1:4711`. Places without a map stay. */
export const sourceStack = (stack: string): string =>
  stack.replace(PLACE, (place, url: string, line: string, column: string) => {
    const found = mapOf(url)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!found || !('originalSource' in found)) return place;
    // Sources are named from the folder of the file, which is not where the repository was.
    const source = found.originalSource.replace(/^(\.\.\/)+/, '');
    return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  });

/** An error on its way to the log, with its stack by the sources. */
export function withSourceStack(error: unknown): unknown {
  if (error instanceof Error && error.stack) error.stack = sourceStack(error.stack);
  return error;
}

function mapOf(url: string): SourceMap | null {
  const known = maps.get(url);
  if (known !== undefined) return known;
  const map = readMap(url);
  maps.set(url, map);
  return map;
}

function readMap(url: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${url}.map`), 'utf8')) as ConstructorParameters<typeof SourceMap>[0]);
  } catch {
    return null;
  }
}
