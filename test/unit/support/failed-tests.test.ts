import { describe, expect, it } from 'vitest';
import { failedTests, rerunCommand } from '../../support/runner/failed-tests.ts';

describe('The list of failed tests', () => {
  it('names each failed test, and a file that could not be loaded or whose hooks failed', () => {
    const modules = [
      { path: 'a.test.ts', fails: true, tests: ['A > one', 'A > two'] },
      { path: 'b.test.ts', fails: false, tests: [] },
      { path: 'c.test.ts', fails: true, tests: [] },
    ];
    expect(failedTests(modules)).toEqual([
      { path: 'a.test.ts', name: 'A > one' },
      { path: 'a.test.ts', name: 'A > two' },
      { path: 'c.test.ts' },
    ]);
  });
});

describe('The command that runs the failed tests again', () => {
  it('finds just one test by its title', () => {
    const command = rerunCommand([{ path: 'a.test.ts', name: `GET /x/{id} > isn't found (404)` }], {});
    expect(command).toBe(String.raw`npx vitest run a.test.ts -t '^GET /x/\{id\} > isn.t found \(404\)$'`);
    const [, pattern = ''] = /-t '(.*)'$/.exec(command) ?? [];
    expect(`GET /x/{id} > isn't found (404)`).toMatch(new RegExp(pattern));
  });

  it('names the files of several tests, each once', () => {
    const failed = [{ path: 'a.test.ts', name: 'one' }, { path: 'a.test.ts', name: 'two' }, { path: 'b.test.ts' }];
    expect(rerunCommand(failed, {})).toBe('npx vitest run a.test.ts b.test.ts');
  });

  it('repeats the configuration and the seed of a long run', () => {
    expect(rerunCommand([{ path: 'a.test.ts' }], { config: 'vitest.long.config.ts', seed: '7' })).toBe(
      'SEED=7 npx vitest run --config vitest.long.config.ts a.test.ts',
    );
    expect(rerunCommand([{ path: 'a.test.ts' }], { config: 'vitest.long.config.ts', seed: '7', all: true })).toBe(
      'TEST_ALL=1 SEED=7 npx vitest run --config vitest.long.config.ts a.test.ts',
    );
  });
});
