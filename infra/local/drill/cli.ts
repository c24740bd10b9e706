import { drill } from './drill.ts';

/** The command's process: `npm run drill` (drill.ts). */
const startedAt = performance.now();
const seconds = (): string => ((performance.now() - startedAt) / 1000).toFixed(0);
const problems = await drill(line => console.log(`${seconds().padStart(3)} s  ${line}`));
for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0
    ? `The export is complete, the lost number is not given again, all chains hold, nothing is sent twice, and lost files come back (${seconds()} s).`
    : `${problems.length} differences.`,
);
process.exit(problems.length === 0 ? 0 : 1);
