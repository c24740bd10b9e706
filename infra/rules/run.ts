import type { RuleSetName } from '#shared/authority/einvoice/rules/evaluate.ts';
import type { Rule } from '#shared/authority/einvoice/rules/types.ts';
import { type Arguments, readArguments, USAGE } from './arguments.ts';
import { differenceOf, isNone } from './compare.ts';
import { readRelease, UsageError } from './release.ts';
import { differenceLines, type Compared, comparedLines } from './report.ts';

/** What `npm run rules:diff` (docs/official-rules.md) reads, writes and prints with; tests pass their own. */
export interface Dependencies {
  say(line: string): void;
  /** Our rules of a set. */
  ours(set: RuleSetName): readonly Pick<Rule, 'id' | 'severity'>[];
  /**
   * Validates the same documents with the stylesheet of a release and with our rules.
   *
   * @throws Error when the XSLT processor is not installed, or the stylesheet does not compile
   */
  compareDocuments(stylesheet: string, set: RuleSetName, which: Pick<Arguments, 'mutants' | 'seed'>): Promise<Compared[]>;
}

export const EXIT = { same: 0, different: 1, usage: 2 } as const;

/**
 * `npm run rules:diff`: prints how a release differs from our rules.
 *
 * @param argv the arguments (arguments.ts)
 * @returns the exit code, one of `EXIT`
 */
export async function compareRelease(argv: readonly string[], { say, ours, compareDocuments }: Dependencies): Promise<number> {
  try {
    const args = readArguments(argv);
    const { set, stylesheet, assertions: now } = readRelease(args.folder);
    const before = args.before === undefined ? [] : readRelease(args.before).assertions;
    const difference = differenceOf(ours(set), now, before);
    say(`${stylesheet}: ${new Set(now.map(({ id }) => id)).size} rules; ours for ${set}: ${ours(set).length}.`);
    if (args.before === undefined) say('Tests and texts are compared only with those of the previous release (--before).');
    differenceLines(difference, { set, now, before }).forEach(say);
    const compared = args.documents ? await compareDocuments(stylesheet, set, args).catch((error: Error) => error) : [];
    if (compared instanceof Error) say(`Documents were not validated (--no-documents leaves them out): ${compared.message}`);
    else comparedLines(compared).forEach(say);
    const alike = !(compared instanceof Error) && compared.every(({ documents, agreeing }) => documents === agreeing);
    return isNone(difference) && alike ? EXIT.same : EXIT.different;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`${error.message}\n\n${USAGE}`);
    return EXIT.usage;
  }
}
