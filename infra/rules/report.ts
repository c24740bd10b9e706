import type { RuleSetName } from '#shared/authority/einvoice/rules/evaluate.ts';
import type { Assertion } from './assertions.ts';
import type { Difference } from './compare.ts';
import { placesOf } from './places.ts';

/** The output of the command: for each rule that differs, what to change in which file. */

export interface Sides {
  set: RuleSetName;
  /** The assertions of the release. */
  now: readonly Assertion[];
  /** The assertions of the release that our rules are written from (`--before`); empty when none is named. */
  before: readonly Assertion[];
}

/** The lines about added, removed and changed rules. */
export function differenceLines({ added, removed, changed }: Difference, { set, now, before }: Sides): string[] {
  const assertions = (list: readonly Assertion[], id: string): Assertion[] => list.filter(one => one.id === id);
  const was = (id: string): string[] => assertions(before, id).flatMap(one => assertionLines(one, 'was '));
  const is = (id: string): string[] => assertions(now, id).flatMap(one => assertionLines(one, ''));
  const files = (id: string): string => placesOf(id, set).join(', ');
  return [
    `Added: ${added.length}`,
    ...added.flatMap(id => [`  ${id}: write it in ${files(id)}`, ...is(id)]),
    `Removed: ${removed.length}`,
    ...removed.flatMap(id => [`  ${id}: take it out of ${files(id)}`, ...was(id)]),
    `Changed: ${changed.length}`,
    ...changed.flatMap(({ id, parts }) => [
      `  ${id}: ${parts.join(', ')} ${parts.length > 1 ? 'read' : 'reads'} otherwise; ${adviceOn(parts)} in ${files(id)}`,
      ...was(id),
      ...is(id),
    ]),
  ];
}

/** A change of only the text does not change findings, since our messages are worded independently. */
const adviceOn = (parts: readonly string[]): string =>
  parts.join() === 'text' ? 'see whether our message still says it' : 'change it';

const assertionLines = ({ severity, context, test, text }: Assertion, mark: string): string[] => [
  `      ${mark}severity: ${severity}`,
  `      ${mark}context:  ${context}`,
  `      ${mark}test:     ${test}`,
  `      ${mark}text:     ${text}`,
];

/** The comparison of findings of the release and of our rules in the same documents. */
export interface Compared {
  /** Which documents: `corpora`, `mutants` … */
  title: string;
  documents: number;
  agreeing: number;
  /**
   * How often only the release (`-BR-01 fatal`) or only our rules (`+BR-01 fatal`) had a finding; `examples`: the first such
   * document.
   */
  byFinding: ReadonlyMap<string, number>;
  examples: ReadonlyMap<string, string>;
}

/** The lines about differing findings in documents, by rule. */
export const comparedLines = (compared: readonly Compared[]): string[] =>
  compared.flatMap(({ title, documents, agreeing, byFinding, examples }) => [
    `${title}: ${agreeing} of ${documents} documents have the same findings`,
    ...[...byFinding]
      .toSorted(([a], [b]) => (a.slice(1) < b.slice(1) ? -1 : 1))
      .map(([finding, times]) => {
        const side = finding.startsWith('-') ? 'the release finds, ours does not' : 'ours finds, the release does not';
        return `  ${finding.slice(1)}: ${side}, ${times} times; first in ${examples.get(finding) ?? ''}`;
      }),
  ]);
