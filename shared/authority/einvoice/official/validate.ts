import { log } from '#shared/base/kernel/log.ts';
import { NAMESPACES } from '../xml/node.ts';
import type { DocumentFinding } from '../validation/finding.ts';
import { NO_VERDICT, officialRulesInstalled } from './installed.ts';
import type { Assertion } from './schematron.ts';

/**
 * The result of the official rules, which a deployer may install. They run in a function of their own
 * (functions/workers/run-schematron.ts), because loading them takes half a second and 350 MB of memory.
 */
export interface OfficialVerdict {
  /** Whether the rules are installed and validated the document. */
  ran: boolean;
  findings: DocumentFinding[];
}

/** Finds the business term of a finding on the XML, and the field of the request from which the element was made. */
export type Explain = (
  finding: Pick<DocumentFinding, 'rule'> & { xpath: string },
) => Pick<DocumentFinding, 'businessTerm' | 'field'>;

/** Runs the official rules on the XML, if they are installed. When installed rules cannot run, the one finding is `NO_VERDICT`. */
export async function validateByOfficialRules(xml: string, explain: Explain): Promise<OfficialVerdict> {
  if (!officialRulesInstalled()) return { ran: false, findings: [] };
  try {
    const { runSchematron } = await import('./invoke.ts');
    const assertions = await runSchematron(xml);
    return { ran: true, findings: assertions.map(assertion => findingOf(assertion, explain)) };
  } catch (error) {
    log.error('The official rules could not run', error);
    return { ran: false, findings: [COULD_NOT_RUN] };
  }
}

const COULD_NOT_RUN: DocumentFinding = {
  rule: NO_VERDICT,
  severity: 'fatal',
  message: 'The official rules are installed but could not run, so the document could not be validated; try again.',
  businessTerm: null,
  xpath: null,
  field: null,
};

function findingOf({ rule, severity, message, location }: Assertion, explain: Explain): DocumentFinding {
  const xpath = shortPath(location);
  return { rule, severity, message, xpath, ...explain({ rule, xpath }) };
}

const STEP = /\/\*:([\w.-]+)\[namespace-uri\(\)='([^']*)'\]\[(\d+)\]/g;

/** Shortens the full path in a report, with a namespace at each step, to a path such as `/Invoice/cac:InvoiceLine[2]`. */
export const shortPath = (location: string): string =>
  location.replace(STEP, (_, name: string, namespace: string, position: string) => {
    const prefix = NAMESPACES[namespace] ?? '';
    return prefix === 'cac' || prefix === 'cbc' ? `/${prefix}:${name}[${position}]` : `/${name}`;
  });
