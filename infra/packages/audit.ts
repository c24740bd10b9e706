import * as z from 'zod';
import type { NpmAnswer } from './npm.ts';

export const SEVERITIES = ['info', 'low', 'moderate', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A package with known vulnerabilities. */
export interface Finding {
  name: string;
  severity: Severity;
  isDeployed: boolean;
  /** Title and URL of each advisory, or the name of the vulnerable package that it depends on. */
  reasons: string[];
}

/** The findings, or why the registry could not be asked. */
export type Audit = { findings: Finding[] } | { notAsked: string };

const advisory = z.looseObject({ title: z.string(), url: z.string() });
const report = z.looseObject({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(
    z.string(),
    z.looseObject({ severity: z.enum(SEVERITIES), via: z.array(z.union([z.string(), advisory])), nodes: z.array(z.string()) }),
  ),
});
/** What npm prints when the request to the registry failed. */
const npmError = z.looseObject({ message: z.string().optional(), error: z.looseObject({ summary: z.string().optional() }) });

/**
 * Parses the output of `npm audit --json`.
 *
 * @param isDeployed whether the package at a path of the lock file is deployed
 */
export function readAudit(
  { stdout, failure }: Pick<NpmAnswer, 'stdout' | 'failure'>,
  isDeployed: (path: string) => boolean,
): Audit {
  if (failure !== null) return { notAsked: failure };
  const printed = parsed(stdout);
  const read = report.safeParse(printed);
  if (!read.success) {
    const error = npmError.safeParse(printed).data;
    return { notAsked: error?.message || error?.error.summary || 'npm printed something else than a report' };
  }
  const findings = Object.entries(read.data.vulnerabilities).map(([name, { severity, via, nodes }]) => ({
    ...{ name, severity, isDeployed: nodes.some(isDeployed) },
    reasons: via.map(one => (typeof one === 'string' ? `by ${one}` : `${one.title} (${one.url})`)),
  }));
  return { findings: findings.toSorted((a, b) => rank(b.severity) - rank(a.severity) || (a.name < b.name ? -1 : 1)) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const rank = (severity: Severity): number => SEVERITIES.indexOf(severity);

/** Whether a finding must stop a deployment: high or critical severity in a deployed package. */
export const serious = ({ severity, isDeployed }: Finding): boolean => isDeployed && rank(severity) >= rank('high');

/** The audit as text, line by line. */
export function auditLines(audit: Audit): string[] {
  if ('notAsked' in audit) {
    return [
      `NOT CHECKED: the registry could not be asked for known vulnerabilities (${audit.notAsked}).`,
      'This says nothing about the packages. Run it again where the registry is reached and offers the endpoint of `npm audit`.',
    ];
  }
  const { findings } = audit;
  const stopping = findings.filter(serious).length;
  return [
    ...findings.flatMap(({ name, severity, isDeployed, reasons }) => [
      `${severity.padEnd(8)} ${name}, ${isDeployed ? 'deployed' : 'not deployed'}`,
      ...reasons.map(reason => `         ${reason}`),
    ]),
    findings.length === 0
      ? 'No known vulnerabilities.'
      : `${findings.length} packages with known vulnerabilities; ${stopping} of high or critical severity are deployed.`,
  ];
}

/** 1 for serious findings; 0 otherwise, also when the registry could not be asked. */
export const exitCodeOf = (audit: Audit): 0 | 1 => ('findings' in audit && audit.findings.some(serious) ? 1 : 0);
