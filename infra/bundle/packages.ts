import { cp, mkdir, readFile, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';

/**
 * Copies installed packages and all their dependencies into a `node_modules` folder.
 *
 * @throws when a dependency is not installed, or two packages need different versions of one
 */
export async function copyPackages(names: readonly string[], folder: string): Promise<void> {
  const copied = new Map<string, string>();
  const pending = names.map(name => ({ name, from: import.meta.filename }));
  for (const { name, from } of pending) {
    const source = await packageFolder(name, from);
    const before = copied.get(name);
    if (before === source) continue;
    if (before)
      throw new Error(
        `${name} is needed in two versions: ${before} and ${source}. Only one can be copied: make all dependents use the same version.`,
      );
    copied.set(name, source);
    await mkdir(dirname(join(folder, name)), { recursive: true });
    // Nested `node_modules` are skipped: each dependency is resolved and copied by itself.
    await cp(source, join(folder, name), {
      recursive: true,
      filter: path => !path.slice(source.length).includes('node_modules'),
    });
    const { dependencies = {} } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    pending.push(...Object.keys(dependencies).map(dependency => ({ name: dependency, from: join(source, 'package.json') })));
  }
}

/** The folder of a package as Node resolves it from a file: nearest `node_modules` first. @throws Error when it is not installed */
async function packageFolder(name: string, from: string): Promise<string> {
  for (const folder of createRequire(from).resolve.paths(name) ?? []) {
    try {
      return await realpath(join(folder, name.split('/').join(sep)));
    } catch {
      continue;
    }
  }
  throw new Error(`${name}, which ${from} needs, is not installed.`);
}
