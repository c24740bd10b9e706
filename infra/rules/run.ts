import type { RuleSetName } from '../../shared/einvoice/rules/evaluate.ts';
import { ruleSet } from '../../shared/einvoice/rules/sets.ts';
import { type Arguments, readArguments, USAGE } from './arguments.ts';
import { type Origin, originsOf } from './assertions.ts';
import { differenceOf, isNone } from './compare.ts';
import { readRelease, UsageError } from './release.ts';
import { differenceLines, type Judged, judgedLines } from './report.ts';

/** `npm run rules:diff` (docs/official-rules.md). */

/** The dependencies of the command; tests replace them. */
export interface Dependencies {
  say(line: string): void;
  /** The origins of our rules; `record` replaces them. */
  origins(set: RuleSetName): Record<string, Origin>;
  record(set: RuleSetName, origins: Readonly<Record<string, Origin>>): void;
  /**
   * Validates the same documents with the stylesheet of a release and with our rules.
   *
   * @throws Error when the XSLT processor is not installed, or the stylesheet does not compile
   */
  judge(stylesheet: string, set: RuleSetName, which: Pick<Arguments, 'mutants' | 'seed'>): Promise<Judged[]>;
}

export const EXIT = { same: 0, different: 1, usage: 2 } as const;

/** @returns the exit code */
export async function compareRelease(argv: readonly string[], { say, origins, record, judge }: Dependencies): Promise<number> {
  try {
    const args = readArguments(argv);
    const { set, stylesheet, assertions: now } = readRelease(args.folder);
    const before = args.before === undefined ? [] : readRelease(args.before).assertions;
    const theirs = originsOf(now);
    const difference = differenceOf(origins(set), theirs);
    say(`${stylesheet}: ${Object.keys(theirs).length} rules; ours for ${set}: ${ruleSet(set).rules.length}.`);
    differenceLines(difference, { set, now, before }).forEach(say);
    const judged = args.documents ? await judge(stylesheet, set, args).catch((error: Error) => error) : [];
    if (judged instanceof Error) say(`Documents were not judged (--no-documents leaves them out): ${judged.message}`);
    else judgedLines(judged).forEach(say);
    if (args.record) {
      record(set, theirs);
      say(`Recorded: our rules for ${set} are written from this release.`);
    }
    const alike = !(judged instanceof Error) && judged.every(({ documents, agreeing }) => documents === agreeing);
    return isNone(difference) && alike ? EXIT.same : EXIT.different;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`${error.message}\n\n${USAGE}`);
    return EXIT.usage;
  }
}
