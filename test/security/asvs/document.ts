import { table } from '../../../infra/markdown-table.ts';
import { FINDINGS } from '../findings.ts';
import { CHAPTERS } from './chapters.ts';
import type { Proof, Requirement } from './model.ts';

/** docs/asvs.md, from the tables of test/security. */

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

function stateOf({ tests, notApplicable, gap }: Proof): [state: string, why: string] {
  if (tests) return ['tested', tests.map(({ file, name }) => `${file}: “${cell(name)}”`).join('<br>')];
  return notApplicable === undefined ? ['**gap**', cell(gap)] : ['not applicable', cell(notApplicable)];
}

const countsOf = (rows: readonly Requirement[]): string[] => [
  String(rows.length),
  String(rows.filter(row => row.tests).length),
  String(rows.filter(row => row.notApplicable !== undefined).length),
  String(rows.filter(row => row.gap !== undefined).length),
];

/** Columns of a row that nobody reads as text: without the padding of `table`, which would make each line as long as the longest. */
const plainTable = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');

/** The whole document. */
export function asvsDocument(): string {
  const all = CHAPTERS.flatMap(chapter => chapter.requirements);
  const ofLevel = (level: 1 | 2): string[] => countsOf(all.filter(row => row.level === level));
  return `# Security requirements

Made by \`npm run docs\` from the tables in test/security; tests keep it so, and see that each test that it names is there.

The requirements are those of the OWASP Application Security Verification Standard 5.0.0, levels 1 and 2, by number; the summaries
are ours, its text is at <https://github.com/OWASP/ASVS>. A requirement is tested, does not apply for the reason that is given, or is a gap:
not met, or met in part, as it says there.

${table(
  ['Chapter', 'Requirements', 'Tested', 'Not applicable', 'Gaps'],
  [
    ...CHAPTERS.map(({ number, title, requirements }) => [`V${number} ${title}`, ...countsOf(requirements)]),
    ['Level 1', ...ofLevel(1)],
    ['Level 2', ...ofLevel(2)],
    ['All', ...countsOf(all)],
  ],
)}

${CHAPTERS.map(
  ({ number, title, requirements }) => `## V${number} ${title}

${plainTable(
  ['Number', 'Level', 'Requirement', 'State', 'Tests, or why'],
  requirements.map(row => [row.number, String(row.level), cell(row.summary), ...stateOf(row)]),
)}`,
).join('\n\n')}

## Weaknesses that reviews found

${plainTable(
  ['Weakness', 'State', 'Tests, or why'],
  FINDINGS.map(finding => [cell(finding.weakness), ...stateOf(finding)]),
)}
`;
}
