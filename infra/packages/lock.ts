import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** Reads package-lock.json: all packages that `npm ci` may install on any operating system. */

/** Use of a package: `deployed` with functions; `optional`, such as for the local runtime; or only for `development`. */
export type Use = 'deployed' | 'optional' | 'development';

export interface LockedPackage {
  /** Where it is installed, such as `node_modules/zod`. */
  path: string;
  name: string;
  version: string;
  /** As the package states it: usually an SPDX expression. */
  licence: string | undefined;
  use: Use;
}

const entry = z.looseObject({
  /** Only present when the package is installed under an alias. */
  name: z.string().optional(),
  version: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().default(false),
  optional: z.boolean().default(false),
  devOptional: z.boolean().default(false),
});
const lockFile = z.looseObject({ lockfileVersion: z.literal(3), packages: z.record(z.string(), entry) });

function useOf({ dev, optional, devOptional }: z.infer<typeof entry>): Use {
  if (dev) return 'development';
  return optional || devOptional ? 'optional' : 'deployed';
}

/** The packages of a lock file (its text), in its order. @throws when it is no lock file of version 3 */
export const lockedPackages = (text: string): LockedPackage[] =>
  Object.entries(lockFile.parse(JSON.parse(text)).packages)
    .filter(([path]) => path !== '') // The project itself.
    .map(([path, locked]) => ({
      path,
      name: locked.name ?? path.split('node_modules/').at(-1) ?? path,
      version: locked.version ?? '',
      licence: locked.license,
      use: useOf(locked),
    }));

export const root = join(import.meta.dirname, '..', '..');

/** The packages of this repository. */
export const ownPackages = (): LockedPackage[] => lockedPackages(readFileSync(join(root, 'package-lock.json'), 'utf8'));
