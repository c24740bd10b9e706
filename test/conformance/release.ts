import { readOrigins, writeOrigins } from '../../infra/rules/origins.ts';
import { compareRelease } from '../../infra/rules/run.ts';

/** `npm run rules:diff -- <folder>` (docs/official-rules.md). */
process.exitCode = await compareRelease(process.argv.slice(2), {
  say: line => void process.stdout.write(`${line}\n`),
  origins: readOrigins,
  record: writeOrigins,
  // The processor of XSLT is an optional package.
  compareDocuments: async (...asked) => (await import('./validate-release.ts')).validateRelease(...asked),
});
