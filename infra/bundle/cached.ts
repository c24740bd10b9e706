import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bundleFunctions, type FunctionBundle, SOURCES } from './functions.ts';

const root = join(import.meta.dirname, '..', '..');
const CACHE = join(root, '.cache', 'functions');

/** What npm has installed, with versions; npm writes it into node_modules. */
const INSTALLED = join('node_modules', '.package-lock.json');
const LIST = 'bundles.json';

/**
 * Bundles functions as `bundleFunctions` does, or copies the bundles of the last time, if nothing has changed that they are made from:
 * bundling is two thirds of the time of a synthesis.
 *
 * @param cache folder of the last bundles
 */
export async function cachedBundles(files: readonly string[], outDir: string, cache = CACHE): Promise<FunctionBundle[]> {
  const target = resolve(outDir);
  const kept = join(cache, await keyOf(files));
  try {
    await rm(target, { recursive: true, force: true });
    await cp(kept, target, { recursive: true });
    return moved(JSON.parse(await readFile(join(target, LIST), 'utf8')) as FunctionBundle[], '', target);
  } catch (error) {
    // Not there; or another process, which has bundled other sources, has just removed it.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const bundles = await bundleFunctions(files, target);
  await writeFile(join(target, LIST), JSON.stringify(moved(bundles, target, '')));
  await keep(target, kept, cache);
  return bundles;
}

/** The same bundles in another folder. */
const moved = (bundles: readonly FunctionBundle[], from: string, to: string): FunctionBundle[] =>
  bundles.map(bundle => {
    const place = (folder: string): string => `${to}${folder.slice(from.length)}`;
    return { ...bundle, asset: place(bundle.asset), ...(bundle.layer !== undefined && { layer: place(bundle.layer) }) };
  });

/** Puts a copy of the bundles in the place of all that are in the cache: whole or not at all, whatever other processes do. */
async function keep(target: string, kept: string, cache: string): Promise<void> {
  const others = await readdir(cache).catch(() => []);
  const copy = `${kept}-${randomUUID()}`;
  await mkdir(cache, { recursive: true });
  await cp(target, copy, { recursive: true });
  // Another process that has bundled the same was faster.
  await rename(copy, kept).catch(() => rm(copy, { recursive: true }));
  await Promise.all(others.map(name => rm(join(cache, name), { recursive: true, force: true })));
}

/**
 * A hash of all that bundles are made from: the functions' names, every file of the folders that they import from, with the bundler
 * itself, and the versions of the installed packages.
 *
 * @param from the folder of the sources
 */
export async function keyOf(files: readonly string[], from = root): Promise<string> {
  const paths = await Promise.all(
    SOURCES.map(async folder =>
      (await readdir(join(from, folder), { recursive: true, withFileTypes: true }))
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name).slice(from.length)),
    ),
  );
  const hash = createHash('sha256').update(JSON.stringify([...files].sort()));
  for (const path of [...paths.flat().sort(), INSTALLED]) {
    const content = await readFile(join(from, path));
    hash.update(`\n${path} ${content.length}\n`).update(content);
  }
  return hash.digest('hex').slice(0, 32);
}
