/** A test that failed; without a name, the whole file, which could not be loaded or whose hooks failed. */
export interface Failed {
  path: string;
  name?: string;
}

/** The failed tests of files, in their order; a file that failed without a failed test stands for itself. Pure. */
export const failedTests = (modules: readonly { path: string; fails: boolean; tests: readonly string[] }[]): Failed[] =>
  modules.flatMap(({ path, fails, tests }) => (tests.length > 0 ? tests.map(name => ({ path, name })) : fails ? [{ path }] : []));

/** The options of a run. */
export interface RunOptions {
  /** The configuration, if it is not the default one. */
  config?: string | undefined;
  seed?: string | undefined;
  /** `npm run test:all`. */
  all?: boolean;
}

/** The command that runs just the failed tests again: one by its title, several by their files. Pure. */
export function rerunCommand(failed: readonly Failed[], { config, seed, all = false }: RunOptions): string {
  const [one] = failed;
  return [
    ...(all ? ['TEST_ALL=1'] : []),
    ...(seed === undefined ? [] : [`SEED=${seed}`]),
    'npx vitest run',
    ...(config === undefined ? [] : [`--config ${config}`]),
    ...new Set(failed.map(({ path }) => path)),
    ...(failed.length === 1 && one?.name !== undefined ? [`-t '${pattern(one.name)}'`] : []),
  ].join(' ');
}

/** A regular expression that finds just this title, for single quotes of a shell. */
const pattern = (title: string): string => `^${title.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll("'", '.')}$`;
