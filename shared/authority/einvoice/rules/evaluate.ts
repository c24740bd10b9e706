import { parseXml } from '../xml/parse.ts';
import { XmlError, type XmlDocument, type XmlElement } from '../xml/node.ts';
import { Facts } from './facts.ts';
import { Locator } from './locate.ts';
import { ruleSet, type RuleSetName } from './sets.ts';
import { termOf } from './terms.ts';
import type { Context, Finding, Rule } from './types.ts';
import { Undecidable } from './values.ts';

export type { Finding, Severity } from './types.ts';
export type { RuleSetName } from './sets.ts';

/**
 * Finds all violations of an official rule set in a UBL document. By `cius-ro-1.0.9` the authority accepts or rejects documents;
 * `en16931-1.3.16` is the current European set. A pure function; its time grows with the size of the document.
 *
 * Text that is not well-formed XML gives one fatal finding `XML`. A rule that cannot be computed (several values where one is
 * needed, a text where a number is needed) gives a fatal finding `engine`: the official processor fails on such a document.
 */
export function evaluate(xml: string, set: RuleSetName): Finding[] {
  return evaluated(xml, document => evaluateDocument(document, set));
}

/** As `evaluate`, for a document that is already parsed. */
export const evaluateDocument = (document: XmlDocument, set: RuleSetName): Finding[] =>
  evaluateElements(new Facts(document), document.elements, set);

/** Parses the XML and returns what `check` finds; text that cannot be parsed gives one fatal finding `XML`. */
export function evaluated(xml: string, check: (document: XmlDocument) => Finding[]): Finding[] {
  try {
    return check(parseXml(xml));
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return [{ rule: 'XML', severity: 'fatal', message: error.message, businessTerm: null, xpath: '/' }];
  }
}

function evaluateElements(facts: Facts, elements: readonly XmlElement[], set: RuleSetName): Finding[] {
  const { contextsOf } = ruleSet(set);
  const locator = new Locator();
  const findings: Finding[] = [];
  for (const element of elements) {
    for (const contexts of contextsOf(element)) {
      const rules = rulesFor(element, contexts, facts);
      if (!rules) continue;
      for (const rule of rules) {
        const finding = findingOf(rule, element, facts, locator);
        if (finding) findings.push(finding);
      }
    }
  }
  return findings;
}

/** The rules of the first context of a pattern that matches the element; undefined when none matches. */
function rulesFor(
  element: XmlElement,
  contexts: readonly (readonly [Context, readonly Rule[]])[],
  facts: Facts,
): readonly Rule[] | undefined {
  for (const [context, rules] of contexts) if (!context.takes || isTaken(context.takes, element, facts)) return rules;
  return undefined;
}

function isTaken(takes: NonNullable<Context['takes']>, element: XmlElement, facts: Facts): boolean {
  try {
    return takes(element, facts);
  } catch (error) {
    if (error instanceof Undecidable) return false;
    throw error;
  }
}

function findingOf(rule: Rule, element: XmlElement, facts: Facts, locator: Locator): Finding | undefined {
  try {
    if (rule.holds(element, facts)) return undefined;
    const offender = rule.offender?.(element, facts) ?? element;
    const { id, severity, message } = rule;
    return { rule: id, severity, message, businessTerm: termOf(rule, offender), xpath: locator.xpath(offender) };
  } catch (error) {
    if (!(error instanceof Undecidable)) throw error;
    return {
      rule: 'engine',
      severity: 'fatal',
      message: `${rule.id} cannot be computed. ${error.message}`,
      businessTerm: termOf(rule, element),
      xpath: locator.xpath(element),
    };
  }
}
