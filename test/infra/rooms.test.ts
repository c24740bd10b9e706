import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { describe, expect, it } from 'vitest';
import { DEPTH } from '../support/effort.ts';

const root = join(import.meta.dirname, '..', '..');
const sources = (...folders: string[]): string[] =>
  folders.flatMap(folder => globSync(`${folder}/**/*.{ts,cts,mts,js,cjs,mjs}`, { cwd: root }));

/** The names that occur more than `most` times, with their counts. */
const above = (counts: Map<string, number>, most: number): string[] =>
  [...counts].filter(([, count]) => count > most).map(([name, count]) => `${name}: ${count}`);

const MOST_FILES = 20;
const MOST_LINES = 300;

describe('folders and files stay small', () => {
  it(`no folder of shared/, infra/ or test/support/ holds more than ${MOST_FILES} files`, () => {
    const files = globSync(['{shared,infra,test/support}/**/*.*'], { cwd: root }).filter(
      file => basename(file).includes('.') && basename(file) !== 'README.md',
    );
    const counts = new Map<string, number>();
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect(counts.size).toBeGreaterThan(30);
    expect(above(counts, MOST_FILES)).toEqual([]);
  });

  it(`no file of shared/, functions/, infra/ or test/support/ has more than ${MOST_LINES} lines`, () => {
    const lines = new Map(
      sources('shared', 'functions', 'infra', 'test/support').map(file => [
        file,
        readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length,
      ]),
    );
    expect(lines.size).toBeGreaterThan(400);
    expect(above(lines, MOST_LINES)).toEqual([]);
  });

  // import-rules.test.ts puts groups and areas in layers, of which only one of two may import the other.
  it.runIf(DEPTH)('shared/ has at most 12 groups with 60 arrows between them, and no two areas import each other', async () => {
    const { output } = await cruise(['shared'], {
      baseDir: root,
      doNotFollow: { path: 'node_modules' },
      tsPreCompilationDeps: true,
      enhancedResolveOptions: { extensions: ['.ts'] },
    });
    const edgesBetween = (folder: RegExp): Set<string> => {
      const named = (path: string): string | undefined => folder.exec(path)?.[1];
      return new Set(
        (output as ICruiseResult).modules.flatMap(({ source, dependencies }) =>
          dependencies.flatMap(({ resolved }) => {
            const [from, to] = [named(source), named(resolved)];
            return from === undefined || to === undefined || from === to ? [] : [`${from} → ${to}`];
          }),
        ),
      );
    };
    const arrows = edgesBetween(/^shared\/([^/]+)\//);
    const groups = new Set([...arrows].flatMap(arrow => arrow.split(' → ')));
    console.log(`shared/: ${groups.size} groups, ${arrows.size} arrows between them: ${[...arrows].toSorted().join(', ')}`);
    expect(groups.size).toBeLessThanOrEqual(12);
    expect(arrows.size).toBeLessThanOrEqual(60);
    const edges = edgesBetween(/^shared\/([^/]+\/[^/.]+)\//);
    expect(edges).toContain('documents/invoices → base/kernel');
    const mutual = [...edges]
      .map(edge => edge.split(' → '))
      .filter(([from = '', to = '']) => from < to && edges.has(`${to} → ${from}`))
      .map(pair => pair.join(' '));
    expect(mutual).toEqual([]);
  });

  it('a test file that changes all AWS clients of the process, or replaces a module, runs in a process of its own', () => {
    const changing = sources('test').filter(
      file =>
        file.endsWith('.test.ts') && /^instrumentClients\(|^vi\.(?:mock|doMock)\(/m.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(changing.length).toBeGreaterThan(2);
    // vitest.config.ts runs the others in one process, one after the other.
    expect(changing.filter(file => !/\.mocks\.(long\.)?test\.ts$/.test(file))).toEqual([]);
  });
});
