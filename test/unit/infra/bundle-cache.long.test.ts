import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cachedBundles, keyOf } from '../../../infra/bundle/cached.ts';

const folder = mkdtempSync(join(tmpdir(), 'bundle-cache-'));
afterAll(() => rmSync(folder, { recursive: true }));

const HEALTH = 'functions/system/health.ts';

describe('bundles of unchanged sources', () => {
  it('are copied from those of the last time, into another folder', async () => {
    const [cache, one, other] = ['cache', 'one', 'other'].map(name => join(folder, name)) as [string, string, string];
    const [built] = await cachedBundles([HEALTH], one, cache);
    const [kept = ''] = readdirSync(cache);
    const file = 'system-health/system-health.mjs';
    expect(readFileSync(join(cache, kept, file))).toEqual(readFileSync(join(one, file)));
    // So that a copy can be distinguished from another build.
    writeFileSync(join(cache, kept, file), '// kept');
    const [copied] = await cachedBundles([HEALTH], other, cache);
    expect(copied).toEqual({ ...built, asset: join(other, 'system-health') });
    expect(readFileSync(join(other, file), 'utf8')).toBe('// kept');
  });

  it('are not used for other functions, and are replaced by the next ones', async () => {
    const cache = join(folder, 'cache');
    const before = readdirSync(cache);
    const next = await cachedBundles(['functions/system/jwks.ts'], join(folder, 'one'), cache);
    expect(next.map(({ name }) => name)).toEqual(['system-jwks']);
    expect(readdirSync(cache)).toHaveLength(1);
    expect(readdirSync(cache)).not.toEqual(before);
  });
});

describe('the key of bundles', () => {
  const sources = join(folder, 'sources');
  const write = (path: string, text: string): void => {
    mkdirSync(join(sources, path, '..'), { recursive: true });
    writeFileSync(join(sources, path), text);
  };
  const FILES = ['functions/a/b.ts', 'shared/c.ts', 'infra/bundle/d.ts', 'node_modules/.package-lock.json'];
  FILES.forEach(path => write(path, 'same'));

  it('is the same for the same sources, in any order of the functions', async () => {
    expect(await keyOf(['x', 'y'], sources)).toBe(await keyOf(['y', 'x'], sources));
  });

  it.each(FILES)('changes with %s', async path => {
    const before = await keyOf([], sources);
    write(path, 'other');
    expect(await keyOf([], sources)).not.toBe(before);
  });

  it('changes with a new file, and with a renamed file', async () => {
    const before = await keyOf([], sources);
    write('shared/e.ts', 'new');
    const more = await keyOf([], sources);
    rmSync(join(sources, 'shared/e.ts'));
    write('shared/f.ts', 'new');
    expect(new Set([before, more, await keyOf([], sources)]).size).toBe(3);
  });
});
