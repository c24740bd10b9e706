import type { Change } from './change.ts';

/** `1.2.3` as numbers. */
const numbers = (version: string): [major: number, minor: number, patch: number] => {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(version);
  if (!match) throw new Error(`The version ${version} is not of the form 1.2.3.`);
  return [Number(match[1]), Number(match[2]), Number(match[3])];
};

/** The changes that clients of the released version must not meet, because the current version does not announce them. */
export function unannounced(changes: readonly Change[], released: string, current: string): Change[] {
  return numbers(current)[0] > numbers(released)[0] ? [] : changes.filter(change => change.breaking);
}

/** Why the current version is too low for these changes (Semantic Versioning); undefined when it is not. */
export function tooLow(changes: readonly Change[], released: string, current: string): string | undefined {
  const [[oldMajor, oldMinor], [major, minor]] = [numbers(released), numbers(current)];
  if (unannounced(changes, released, current).length > 0)
    return `Clients of ${released} may fail: raise the version to ${oldMajor + 1}.0.0.`;
  if (changes.length > 0 && major === oldMajor && minor <= oldMinor)
    return `The API has changed since ${released}: raise the version to ${oldMajor}.${oldMinor + 1}.0.`;
  return undefined;
}

/** The changes as Markdown, those that break clients first. */
export function report(changes: readonly Change[]): string {
  const list = (title: string, breaking: boolean): string[] => {
    const some = changes.filter(change => change.breaking === breaking);
    return some.length > 0 ? [`${title}:`, '', ...some.map(({ place, what }) => `- ${code(place)}: ${what}`), ''] : [];
  };
  return [...list('Breaking', true), ...list('Not breaking', false)].join('\n');
}

/** `POST /a, query parameter \`q\`.x` with its first part as code. */
const code = (place: string): string => {
  if (place.includes('`')) return place.replace(/^[A-Z]+ \/[^,]*/, '`$&`');
  const [first = '', ...rest] = place.split(', ');
  return [`\`${first}\``, ...rest].join(', ');
};

/**
 * The changelog with the changes of the API under `[Unreleased]`, in a section of its own at the end. A section of the same version is
 * replaced.
 */
export function withApiSection(changelog: string, version: string, changes: readonly Change[]): string {
  const start = changelog.indexOf('## [Unreleased]');
  if (start === -1) throw new Error('CHANGELOG.md has no section [Unreleased].');
  const next = changelog.indexOf('\n## ', start);
  const end = next === -1 ? changelog.length : next + 1;
  const heading = `### API ${version}\n`;
  const [before = ''] = changelog.slice(start, end).split(heading);
  return `${changelog.slice(0, start)}${before.trimEnd()}\n\n${heading}\n${report(changes).trimEnd()}\n${next === -1 ? '' : '\n'}${changelog.slice(end)}`;
}
