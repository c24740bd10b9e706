import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * A document names no command that runs a package of a name that anybody can register: `npx <name>` asks the registry where no package of this
 * repository has the program.
 */
const root = join(import.meta.dirname, '../..');
const documents = globSync(
  ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', '{docs,clients,tools,shared,infra,test}/**/*.md'],
  {
    cwd: root,
    exclude: ['**/node_modules/**', '**/.cache/**'],
  },
);

const isInstalled = (program: string): boolean => existsSync(join(root, 'node_modules/.bin', program));

it.each(documents)('%s runs installed programs and packages with a scope only', document => {
  const text = readFileSync(join(root, document), 'utf8');
  const programs = [...text.matchAll(/\bnpx (?:-\S+ )*([@\w][\w@/.-]*)/g)].map(([, program = '']) => program);
  expect(programs.filter(program => !program.startsWith('@') && !isInstalled(program))).toEqual([]);
});
