import { compareRelease } from '../../infra/rules/run.ts';
import { ruleSet } from '#shared/authority/einvoice/rules/sets.ts';

/** `npm run rules:diff -- <folder>` (docs/official-rules.md). */
process.exitCode = await compareRelease(process.argv.slice(2), {
  say: line => void process.stdout.write(`${line}\n`),
  ours: set => ruleSet(set).rules,
  // The processor of XSLT is an optional package.
  compareDocuments: async (...asked) => (await import('./validate-release.ts')).validateRelease(...asked),
});
