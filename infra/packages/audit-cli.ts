import { auditLines, exitCodeOf, readAudit } from './audit.ts';
import { ownPackages } from './lock.ts';
import { runNpm } from './npm.ts';

/**
 * `npm run vulnerabilities`: asks the npm registry for known vulnerabilities of the locked packages. Optional packages count as
 * deployed.
 */
const deployed = new Set(
  ownPackages()
    .filter(({ use }) => use !== 'development')
    .map(({ path }) => path),
);
const audit = readAudit(await runNpm('audit', '--json'), path => deployed.has(path));
console.log(auditLines(audit).join('\n'));
process.exitCode = exitCodeOf(audit);
