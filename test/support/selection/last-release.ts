import { execFileSync } from 'node:child_process';

/** The released form of the API: written at each release. */
const RELEASED = 'infra/openapi/compatibility/released.json';

const git = (...words: string[]): string =>
  execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 26 }).trim();

export interface SinceRelease {
  /** The commit that is checked out. */
  commit: string;
  /** Files of endpoints and of what they share that are not committed as they are. */
  uncommitted: ReadonlySet<string>;
  /** Files of endpoints and of what they share that differ from those of the release, committed or not. */
  paths: ReadonlySet<string>;
}

/** The changes since the last release of the API; undefined where the history of the repository does not have it. */
export function sinceRelease(): SinceRelease | undefined {
  try {
    if (git('rev-parse', '--is-shallow-repository') !== 'false') return undefined;
    const [released, commit] = [git('log', '-1', '--format=%H', '--', RELEASED), git('rev-parse', 'HEAD')];
    if (released === '') return undefined;
    const added = git('ls-files', '--others', '--exclude-standard', '--', 'functions', 'shared');
    const different = (from: string): Set<string> => {
      const changed = git('diff', '--name-only', '--relative', from, '--', 'functions', 'shared');
      return new Set(`${changed}\n${added}`.split('\n').filter(path => path !== ''));
    };
    return { commit, uncommitted: different('HEAD'), paths: different(released) };
  } catch {
    return undefined;
  }
}
