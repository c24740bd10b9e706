import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** The packages of package-lock.json: what `npm ci` may install, on any system. */

/** What a package is for: deployed functions, or the local system and other optional parts, or development alone. */
export type Use = 'deployed' | 'optional' | 'development';

export interface LockedPackage {
  /** Where it is installed, such as `node_modules/zod`. */
  path: string;
  name: string;
  version: string;
  /** As the package states it: an SPDX expression, mostly. */
  licence: string | undefined;
  use: Use;
}

const entry = z.looseObject({
  /** Where a package is installed under another name than its own. */
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
