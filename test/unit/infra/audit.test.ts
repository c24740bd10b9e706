import { describe, expect, it } from 'vitest';
import { auditLines, exitCodeOf, readAudit, type Severity } from '../../../infra/packages/audit.ts';

/** The output of npm 11. */
const report = (...found: { name: string; severity: Severity; path: string; via?: (string | object)[] }[]): string =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(
      found.map(({ name, severity, path, via = [ADVISORY] }) => [
        name,
        { name, severity, isDirect: true, via, effects: [], range: '*', nodes: [path], fixAvailable: false },
      ]),
    ),
    metadata: {},
  });

const ADVISORY = {
  source: 1,
  name: 'x',
  title: 'Reads beyond its end',
  url: 'https://example.com/advisory',
  severity: 'high',
  range: '*',
};
const isDeployed = (path: string): boolean => path.startsWith('node_modules/deployed');
const audit = (stdout: string, failure: string | null = null) => readAudit({ stdout, failure }, isDeployed);

describe('npm run vulnerabilities', () => {
  it.each<[Severity, string, 0 | 1]>([
    ['critical', 'node_modules/deployed', 1],
    ['high', 'node_modules/deployed', 1],
    ['high', 'node_modules/deployed/node_modules/inner', 1],
    ['moderate', 'node_modules/deployed', 0],
    ['low', 'node_modules/deployed', 0],
    ['info', 'node_modules/deployed', 0],
    ['critical', 'node_modules/vitest', 0],
  ])('a vulnerability of severity %s in %s ends with %i', (severity, path, code) => {
    expect(exitCodeOf(audit(report({ name: 'x', severity, path })))).toBe(code);
  });

  it('lists the findings, the worst first, with its advisory or the package that depends on it', () => {
    const found = audit(
      report(
        { name: 'mild', severity: 'low', path: 'node_modules/deployed' },
        { name: 'outer', severity: 'high', path: 'node_modules/deployed', via: ['inner'] },
        { name: 'tool', severity: 'critical', path: 'node_modules/vitest' },
      ),
    );
    expect(auditLines(found)).toEqual([
      'critical tool, not deployed',
      '         Reads beyond its end (https://example.com/advisory)',
      'high     outer, deployed',
      '         by inner',
      'low      mild, deployed',
      '         Reads beyond its end (https://example.com/advisory)',
      '3 packages with known vulnerabilities; 1 of high or critical severity are deployed.',
    ]);
  });

  it('reports that nothing is known', () => {
    expect(auditLines(audit(report()))).toEqual(['No known vulnerabilities.']);
    expect(exitCodeOf(audit(report()))).toBe(0);
  });

  const REFUSED = '405 Method Not Allowed - POST https://registry.example/-/npm/v1/security/advisories/bulk';
  it.each([
    [
      'a registry without the endpoint',
      JSON.stringify({ message: REFUSED, statusCode: 405, body: '', error: { summary: '', detail: '' } }),
      null,
      REFUSED,
    ],
    [
      'no network',
      JSON.stringify({ message: 'getaddrinfo ENOTFOUND registry.example', error: { summary: '', detail: '' } }),
      null,
      'ENOTFOUND',
    ],
    [
      'no lock file',
      JSON.stringify({ error: { code: 'ENOLOCK', summary: 'This command requires an existing lockfile.', detail: '' } }),
      null,
      'existing lockfile',
    ],
    ['no npm', '', 'spawn npm ENOENT', 'spawn npm ENOENT'],
    ['npm that did not end', '{"auditReportVersion":2,', 'npm did not end within 120 s', 'did not end'],
    ['an answer of another kind', 'Welcome', null, 'something else than a report'],
    ['a report of another version', '{"auditReportVersion":3,"vulnerabilities":{}}', null, 'something else than a report'],
  ])('%s: not checked, and no finding', (_, stdout, failure, why) => {
    const asked = audit(stdout, failure);
    expect(auditLines(asked)[0]).toMatch(/^NOT CHECKED/);
    expect(auditLines(asked)[0]).toContain(why);
    expect(exitCodeOf(asked)).toBe(0);
  });
});
