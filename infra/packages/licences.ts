import { table } from '../docs/markdown-table.ts';
import type { LockedPackage, Use } from './lock.ts';

interface Accepted {
  /** `everywhere` includes deployed packages, which are distributed; `development`: not for those. */
  where: 'everywhere' | 'development';
  /** What the licence requires of those who deploy the package, or why it is accepted. */
  why: string;
}

/**
 * The accepted licences, as packages state them; of alternatives (`OR`) the first is chosen. A test fails for any other licence.
 */
export const ACCEPTED: Readonly<Record<string, Accepted>> = {
  MIT: { where: 'everywhere', why: 'keep the notice' },
  'MIT-0': { where: 'everywhere', why: 'nothing' },
  ISC: { where: 'everywhere', why: 'keep the notice' },
  '0BSD': { where: 'everywhere', why: 'nothing' },
  'BSD-2-Clause': { where: 'everywhere', why: 'keep the notice' },
  'BSD-3-Clause': { where: 'everywhere', why: 'keep the notice; no use of names' },
  'Apache-2.0': { where: 'everywhere', why: 'keep notice and NOTICE file; grants patents' },
  'BlueOak-1.0.0': { where: 'everywhere', why: 'keep the notice' },
  'CC0-1.0': { where: 'everywhere', why: 'nothing' },
  Unlicense: { where: 'everywhere', why: 'nothing' },
  'OFL-1.1': { where: 'everywhere', why: 'fonts: keep the notice, do not sell them by themselves' },
  '(MIT OR Apache-2.0)': { where: 'everywhere', why: 'MIT' },
  '(MIT OR GPL-3.0-or-later)': { where: 'everywhere', why: 'MIT' },
  '(MIT OR CC0-1.0)': { where: 'everywhere', why: 'MIT' },
  'MIT or MPL-2.0': { where: 'everywhere', why: 'MIT' },
  '(MIT AND Zlib)': { where: 'everywhere', why: 'keep both notices' },
  'Python-2.0': { where: 'everywhere', why: 'keep the notice' },
  'MPL-2.0': { where: 'development', why: 'changed files must be published; not given on' },
  'GPL-2.0-or-later': { where: 'development', why: 'PHP for the tests of the guides; its source if given on, and it is never' },
};

/** Packages with a licence of their own, or that state none (undefined), whose licence was read and accepted for this project. */
export const READ: Readonly<Record<string, Accepted & { licence: string | undefined }>> = {
  '@php-wasm/util': {
    licence: undefined,
    where: 'development',
    why: 'GPL 2 or later by its file LICENSE, as the packages that need it; runs in tests, and is never given on',
  },
  'saxon-js': {
    licence: 'SEE LICENSE IN LICENSE.txt',
    where: 'everywhere',
    why: "Saxonica's: unchanged, as part of an application, with its notice; runs the official rules where a stage installs them",
  },
  xslt3: {
    licence: 'SEE LICENSE IN LICENSE.txt',
    where: 'development',
    why: "Saxonica's, as saxon-js; compiles the official rules",
  },
};

const accepted = ({ name, licence }: LockedPackage): Accepted | undefined => {
  const read = Object.hasOwn(READ, name) ? READ[name] : undefined;
  if (read) return read.licence === licence ? read : undefined;
  return licence !== undefined && Object.hasOwn(ACCEPTED, licence) ? ACCEPTED[licence] : undefined;
};

/** One sentence for each package whose licence is not accepted for its use. */
export const refusedLicences = (packages: readonly LockedPackage[]): string[] =>
  packages.flatMap(locked => {
    const found = accepted(locked);
    const where = `${locked.name} ${locked.version} (${locked.use})`;
    if (!found)
      return [
        `${where}: the licence ${locked.licence ?? 'is missing'} is not accepted; read it, then infra/packages/licences.ts.`,
      ];
    if (found.where === 'development' && locked.use !== 'development')
      return [`${where}: the licence ${locked.licence} is accepted for development alone.`];
    return [];
  });

const NAMED: Record<Use, string> = {
  deployed: 'deployed',
  optional: 'optional, or on one system alone',
  development: 'development',
};

/** docs/licences.md. It does not list versions, which change often; the SBOM does. */
export function licenceDocument(packages: readonly LockedPackage[]): string {
  const uses = Object.keys(NAMED) as Use[];
  const namesOf = (use: Use): Map<string, string[]> => {
    const names = Map.groupBy(
      packages.filter(locked => locked.use === use),
      ({ licence }) => licence ?? 'stated in its files alone',
    );
    return new Map([...names].map(([licence, found]) => [licence, [...new Set(found.map(({ name }) => name))].sort()]));
  };
  const deployed = [...namesOf('deployed')].flatMap(([licence, names]) => names.map(name => [name, licence])).sort(byFirst);
  const others = uses.slice(1).map(use => {
    const lines = [...namesOf(use)].map(([licence, names]) => `- **${licence}**: ${names.join(', ')}`).sort();
    return `## ${heading(NAMED[use])}\n\n${lines.join('\n')}\n`;
  });
  const rules = Object.entries(ACCEPTED).map(([licence, { where, why }]) => [licence, where, why]);
  const read = Object.entries(READ).map(([name, { where, why }]) => [name, where, why]);
  return `# Licences

<!-- Made by \`npm run docs\` from package-lock.json and infra/packages/licences.ts: change those. -->

The licences that are accepted, what they require, and the licence of each package. \`npm test\` fails for any other licence. \`npm run sbom\` lists
the versions. \`@sparticuz/chromium\` contains Chromium, which has licences of its own; \`shared/output/pdf/dejavu-sans.json\` contains glyphs of
\`@fontsource/dejavu-sans\`, and \`/docs\` serves the script of \`@scalar/fastify-api-reference\`.

## Accepted

${table(['Licence', 'Where', 'Requires'], rules)}

Read one by one:

${table(['Package', 'Where', 'Requires'], read)}

## Deployed

${table(['Package', 'Licence'], deployed)}

${others.join('\n')}`;
}

const byFirst = ([a = '']: string[], [b = '']: string[]): number => (a < b ? -1 : 1);

const heading = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
