import { describe, expect, it } from 'vitest';
import { licenceDocument, refusedLicences } from '../../../infra/packages/licences.ts';
import { lockedPackages } from '../../../infra/packages/lock.ts';

const lockOf = (packages: Record<string, object>): string =>
  JSON.stringify({ name: 'x', lockfileVersion: 3, packages: { '': { license: 'none' }, ...packages } });
const refused = (name: string, entry: object): string[] =>
  refusedLicences(lockedPackages(lockOf({ [`node_modules/${name}`]: { version: '1.0.0', ...entry } })));

describe('licences of packages', () => {
  it.each<[string, string, object, RegExp | null]>([
    ['MIT', 'a', { license: 'MIT' }, null],
    ['MPL in development', 'a', { license: 'MPL-2.0', dev: true }, null],
    ['MPL in deployed packages', 'a', { license: 'MPL-2.0' }, /accepted for development alone/],
    ['MPL in optional packages', 'a', { license: 'MPL-2.0', optional: true }, /accepted for development alone/],
    ['GPL, even in development', 'a', { license: 'GPL-3.0-only', dev: true }, /GPL-3\.0-only is not accepted/],
    ['an alternative that was not reviewed', 'a', { license: '(GPL-2.0 OR BSD-3-Clause)' }, /not accepted/],
    ['none', 'a', {}, /is missing is not accepted/],
    ['the name of a member of every object', 'constructor', { license: 'constructor' }, /not accepted/],
    ['one that was reviewed', 'saxon-js', { license: 'SEE LICENSE IN LICENSE.txt', devOptional: true }, null],
    ['one that was reviewed, of another package', 'a', { license: 'SEE LICENSE IN LICENSE.txt' }, /not accepted/],
    ['one that was reviewed and has changed', 'saxon-js', { license: 'SEE LICENSE IN EULA.txt' }, /not accepted/],
  ])('%s', (_, name, entry, message) => {
    const sentences = refused(name, entry);
    if (message === null) expect(sentences).toEqual([]);
    else expect(sentences).toEqual([expect.stringMatching(message)]);
  });

  it('names packages without their folders, once', () => {
    const packages = lockedPackages(
      lockOf({
        'node_modules/@scope/a': { version: '1.0.0', license: 'MIT' },
        'node_modules/b/node_modules/@scope/a': { version: '2.0.0', license: 'MIT' },
        'node_modules/alias': { name: 'real', version: '1.0.0', license: 'ISC', dev: true },
        'node_modules/c': { version: '1.0.0', license: 'MIT', optional: true },
      }),
    );
    expect(packages.map(({ name, use }) => `${name} ${use}`)).toEqual([
      '@scope/a deployed',
      '@scope/a deployed',
      'real development',
      'c optional',
    ]);
    const page = licenceDocument(packages);
    expect(page.match(/@scope\/a/g)).toHaveLength(1);
    expect(page).toContain('- **ISC**: real\n');
  });

  it('reads only lock files of version 3', () => {
    expect(() => lockedPackages('{"lockfileVersion":2,"packages":{}}')).toThrow();
  });
});
