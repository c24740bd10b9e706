import { evaluate, type RuleSetName } from '#shared/authority/einvoice/rules/evaluate.ts';
import type { Specimen } from './corpus.ts';
import type { Validator } from './verdicts.ts';

/** Agreement of our findings with the official ones, document by document and rule by rule. */
export interface Agreement {
  documents: number;
  agreeing: number;
  /** Official findings, and ours that are among them. */
  findings: number;
  found: number;
  /** One line for each document that disagrees. */
  disagreements: string[];
  /** The number of times that each finding was missed (`-BR-01 fatal`) or invented (`+BR-01 fatal`). */
  byFinding: Map<string, number>;
  /** The first document of each of them. */
  examples: Map<string, string>;
  /** Rules that some document violated. */
  broken: Set<string>;
}

export function compare(specimens: Iterable<Specimen>, validator: Validator, set: RuleSetName): Agreement {
  const result: Agreement = {
    documents: 0,
    agreeing: 0,
    findings: 0,
    found: 0,
    disagreements: [],
    byFinding: new Map(),
    examples: new Map(),
    broken: new Set(),
  };
  for (const { name, xml } of specimens) {
    const official = validator.verdict(xml);
    const ours = ownVerdict(xml, set);
    const missed = without(official, ours);
    const invented = without(ours, official);
    result.documents += 1;
    result.findings += official.length;
    result.found += official.length - missed.length;
    for (const finding of official) result.broken.add(finding);
    const differences = [...missed.map(each => `-${each}`), ...invented.map(each => `+${each}`)];
    if (differences.length === 0) result.agreeing += 1;
    else result.disagreements.push(`${name}: ${differences.join(', ')}`);
    for (const each of differences) {
      result.byFinding.set(each, (result.byFinding.get(each) ?? 0) + 1);
      if (!result.examples.has(each)) result.examples.set(each, name);
    }
  }
  return result;
}

/**
 * Our findings as the official validator words them. Where a rule cannot be computed the processor stops and reports nothing else,
 * so of such a document only that counts; ours lists the other findings as well.
 */
export function ownVerdict(xml: string, set: RuleSetName): string[] {
  const findings = evaluate(xml, set).map(({ rule, severity }) => `${rule} ${severity}`);
  return findings.includes('engine fatal') ? ['engine fatal'] : findings.sort();
}

/** The entries of the first list that are not, or not as often, in the second. */
function without(list: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return list.filter(each => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** `1191 of 1191 documents, 40123 of 40123 findings`, and the disagreements. */
export function report(title: string, agreement: Agreement, most = 20): string {
  const { agreeing, documents, found, findings, broken } = agreement;
  const lines = [
    `${title}: ${agreeing} of ${documents} documents, ${found} of ${findings} findings (${broken.size} different rules broken)`,
    ...agreement.disagreements.slice(0, most).map(line => `  ${line}`),
  ];
  const left = agreement.disagreements.length - most;
  if (left > 0) lines.push(`  … and ${left} more documents`);
  const counts = [...agreement.byFinding].sort(([, a], [, b]) => b - a).slice(0, most);
  if (counts.length > 0) lines.push(`  by finding: ${counts.map(([finding, count]) => `${finding} ×${count}`).join(', ')}`);
  return lines.join('\n');
}
