/** The information of vitest about a run. */
export interface Run {
  /** `-t <pattern>`. */
  getGlobalTestNamePattern(): RegExp | undefined;
  /** `--project <name>` and `--tags-filter <expression>`. */
  config: { project?: string[] | undefined; tagsFilter?: string[] | undefined };
  /** All test files of the chosen projects. */
  globTestSpecifications(): Promise<readonly { moduleId: string }[]>;
}

/**
 * Whether a run was that of all tests: of each file, and without a filter of tests.
 *
 * @param ran the test files that were run
 */
export async function isWholeSuite(run: Run, ran: readonly { moduleId: string }[]): Promise<boolean> {
  const { project = [], tagsFilter = [] } = run.config;
  if (run.getGlobalTestNamePattern() !== undefined || project.length > 0 || tagsFilter.length > 0) return false;
  const files = new Set(ran.map(({ moduleId }) => moduleId));
  return (await run.globTestSpecifications()).every(({ moduleId }) => files.has(moduleId));
}
