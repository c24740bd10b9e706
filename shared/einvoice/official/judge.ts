import { log } from '../../kernel/log.ts';
import { NAMESPACES } from '../xml/node.ts';
import type { DocumentFinding } from '../validation/finding.ts';
import { officialRulesInstalled } from './installed.ts';
import type { Assertion } from './schematron.ts';

/**
 * The official rules, where they are installed. They run in a function of their own (functions/workers/run-schematron.ts), for
 * they need half a second and 350 MB to begin with.
 */
export interface OfficialVerdict {
  /** Whether the rules are installed and gave a verdict. */
  ran: boolean;
  findings: DocumentFinding[];
}

/** How a finding on the XML is reported in terms of the document: its business term and the request's field. */
export type Explain = (
  finding: Pick<DocumentFinding, 'rule'> & { xpath: string },
) => Pick<DocumentFinding, 'businessTerm' | 'field'>;

/** What the official rules have against the XML. Rules that are installed and cannot run are a fatal finding themselves. */
export async function judgeByOfficialRules(xml: string, explain: Explain): Promise<OfficialVerdict> {
  if (!officialRulesInstalled()) return { ran: false, findings: [] };
  try {
    const { judge } = await import('./invoke.ts');
    const assertions = await judge(xml);
    return { ran: true, findings: assertions.map(assertion => findingOf(assertion, explain)) };
  } catch (error) {
    log.error('The official rules could not run', error);
    return { ran: false, findings: [NO_VERDICT] };
  }
}

const NO_VERDICT: DocumentFinding = {
  rule: 'SCHEMATRON',
  severity: 'fatal',
  message: 'The official rules are installed but could not run, so the document was not found valid; try again.',
  businessTerm: null,
  xpath: null,
  field: null,
};

function findingOf({ rule, severity, message, location }: Assertion, explain: Explain): DocumentFinding {
  const xpath = shortPath(location);
  return { rule, severity, message, xpath, ...explain({ rule, xpath }) };
}

const STEP = /\/\*:([\w.-]+)\[namespace-uri\(\)='([^']*)'\]\[(\d+)\]/g;

/** `/Invoice/cac:InvoiceLine[2]` of the full path that a report writes. */
export const shortPath = (location: string): string =>
  location.replace(STEP, (_, name: string, namespace: string, position: string) => {
    const prefix = NAMESPACES[namespace] ?? '';
    return prefix === 'cac' || prefix === 'cbc' ? `/${prefix}:${name}[${position}]` : `/${name}`;
  });
