/** A test that failed; without a name, the whole file, which could not be loaded or whose hooks failed. */
export interface Failed {
  path: string;
  name?: string;
}

/** The failed tests of files, in their order; a file that failed without a failed test stands for itself. Pure. */
export const failedTests = (modules: readonly { path: string; fails: boolean; tests: readonly string[] }[]): Failed[] =>
  modules.flatMap(({ path, fails, tests }) => (tests.length > 0 ? tests.map(name => ({ path, name })) : fails ? [{ path }] : []));

const DEFAULT_CONFIG = 'vitest.config.ts';

/** The command that runs just the failed tests again: one by its title, several by their files. Pure. */
export function rerunCommand(failed: readonly Failed[], config: string | undefined): string {
  const files = [...new Set(failed.map(({ path }) => path))];
  const [one] = failed;
  const title = failed.length === 1 && one?.name !== undefined ? ` -t '${pattern(one.name)}'` : '';
  const long = config === undefined || config === DEFAULT_CONFIG ? '' : ` --config ${config}`;
  const seed = process.env['SEED'];
  return `${seed === undefined ? '' : `SEED=${seed} `}npx vitest run${long} ${files.join(' ')}${title}`;
}

/** A regular expression that finds just this title, for single quotes of a shell. */
const pattern = (fullName: string): string =>
  `^${fullName.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll("'", '.')}$`;
