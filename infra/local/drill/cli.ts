import { drill } from './drill.ts';

/** The command's process: `npm run drill` (drill.ts). */
const startedAt = performance.now();
const problems = await drill(line => console.log(line));
for (const problem of problems) console.error(problem);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
console.log(
  problems.length === 0
    ? `The export is complete, the lost number is not given again, and all chains hold (${seconds} s).`
    : `${problems.length} differences.`,
);
process.exit(problems.length === 0 ? 0 : 1);
