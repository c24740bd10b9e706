import { expect, it } from 'vitest';
import { isWholeSuite, type Run } from '../../support/runner/whole-suite.ts';

const files = (...names: string[]) => names.map(moduleId => ({ moduleId }));
const run = ({ pattern, ...config }: { pattern?: RegExp } & Run['config'] = {}): Run => ({
  getGlobalTestNamePattern: () => pattern,
  config,
  globTestSpecifications: () => Promise.resolve(files('a', 'b')),
});

it.each([
  ['each file', run(), files('b', 'a'), true],
  ['each file, with filters that vitest has as empty lists', run({ project: [], tagsFilter: [] }), files('a', 'b'), true],
  ['one of the files', run(), files('a'), false],
  ['each file, but tests of a name only', run({ pattern: /captcha/ }), files('a', 'b'), false],
  ['each file of a project', run({ project: ['unit'] }), files('a', 'b'), false],
  ['each file, but tests of a tag only', run({ tagsFilter: ['slow'] }), files('a', 'b'), false],
])('a run of %s', async (_, of, ran, expected) => {
  expect(await isWholeSuite(of, ran)).toBe(expected);
});
