import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PART } from '#shared/documents/invoices/export/hand-over/part.ts';
import { runArchive } from '#shared/documents/invoices/export/period/run.ts';
import { readExport } from '#shared/documents/invoices/export/model.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';

/**
 * `node test/support/archives/run-alone.ts <company> <export>`: makes an archive in a process of its own, as the function does that stays warm
 * from run to run, and prints what it took as JSON. The engines run in another process, whose environment variables it has.
 */
PART.entries = Number(process.env['PART_ENTRIES'] ?? PART.entries);
const [company = '', id = ''] = process.argv.slice(2);
const scope = companyScope(company);
const begun = performance.now();
let runs = 0;
for (;;) {
  const job = await readExport(scope, id);
  if (!job?.archive) throw new Error('There is no such archive.');
  if (job.status === 'completed' || job.status === 'failed') break;
  await runArchive(scope, id, job.archive.run);
  runs++;
}
const { userCPUTime, systemCPUTime } = process.resourceUsage();
// Not `maxRSS` of the usage: that counts from the fork on, when the process was a copy of its parent.
const peakKilobytes = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
// What is in use once nothing is left to collect: the peak has what was not collected yet, too.
setFlagsFromString('--expose-gc');
(runInNewContext('gc') as () => void)();
const { heapUsed, external } = process.memoryUsage();
console.log(
  JSON.stringify({
    runs,
    seconds: Math.round(performance.now() - begun) / 1000,
    cpuSeconds: Math.round((userCPUTime + systemCPUTime) / 1000) / 1000,
    usedMegabytes: Math.round((heapUsed + external) / 2 ** 20),
    peakMegabytes: Math.round(peakKilobytes / 1024),
  }),
);
