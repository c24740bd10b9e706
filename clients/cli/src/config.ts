import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** What the command line remembers from one call to the next. */
export interface Config {
  url: string;
  /** The company that commands work in. */
  company?: string | undefined;
  /** One of both: an API key, or the tokens of a login. */
  apiKey?: string | undefined;
  token?: string | undefined;
  refreshToken?: string | undefined;
}

type Environment = Record<string, string | undefined>;

/** `$XDG_CONFIG_HOME/invoicing/config.json`, by default below `~/.config`. */
export const configFile = (environment: Environment = process.env): string =>
  join(environment['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'invoicing', 'config.json');

/** Undefined before the first login. */
export function readConfig(file: string): Config | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Config;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The file holds credentials: only its owner may read it, nor enter its folder, whatever their modes were before. It is replaced as a whole:
 * nobody reads it half-written, or through a file that was open before.
 */
export function writeConfig(file: string, config: Config): void {
  const target = existsSync(file) ? realpathSync(file) : file;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  chmodSync(dirname(file), 0o700);
  const written = `${target}.${process.pid}.new`;
  rmSync(written, { force: true });
  // A mode given to `writeFileSync` counts for new files only.
  writeFileSync(written, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(written, target);
}

/** Whether credentials sent to the URL can be read on the way: without encryption to another machine. */
export function isExposed(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
