import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { XmlBufferInputProvider, XmlDocument, xmlRegisterInputProvider, XsdValidator, type XmlElement } from 'libxml2-wasm';
import { compiledFile, compiledStylesheet } from '../../../infra/local/external/stylesheets.ts';

/**
 * Validates our XML with the official UBL 2.1 schemas, the rule set that the authority runs (CIUS-RO 1.0.9 with its EN 16931
 * base), and the current EN 16931 rules. They are read from the folder EINVOICE_ARTIFACTS, and are not part of the repository.
 */
export const ARTIFACTS = resolve(process.env.EINVOICE_ARTIFACTS || '../shared/artifacts');

const XSD = 'ubl-xsd/xsdrt';
const RULE_SETS = {
  'CIUS-RO': 'cius-ro/1.0.9/xslt/EN16931-CIUS_RO-UBL-validation.xslt',
  'EN 16931': 'en16931/xslt/EN16931-UBL-validation.xslt',
};
export type RuleSet = keyof typeof RULE_SETS;
const ALL = Object.keys(RULE_SETS) as RuleSet[];
const MAINDOCS = ['Invoice', 'CreditNote'] as const;
type Root = (typeof MAINDOCS)[number];

/** Whether the official artefacts are there; without them tests of the XML are skipped, with `SKIPPED` as their reason. */
export const oracleAvailable = [`${XSD}/maindoc/UBL-Invoice-2.1.xsd`, ...Object.values(RULE_SETS)].every(path =>
  existsSync(resolve(ARTIFACTS, path)),
);
export const SKIPPED = oracleAvailable ? '' : ` (skipped: no official artefacts in ${ARTIFACTS}; set EINVOICE_ARTIFACTS)`;

export interface Violation {
  source: 'XSD' | RuleSet;
  /** Rule id, or `XSD`. */
  rule: string;
  flag: 'fatal' | 'warning';
  message: string;
}

/** Compiles the rule sets if this is their first use on this machine. The test runner calls it before any test. */
export async function setup(): Promise<void> {
  if (oracleAvailable) await Promise.all(ALL.map(ruleSet => compiledFile(resolve(ARTIFACTS, RULE_SETS[ruleSet]))));
}

/** All violations of the official artefacts. A document that violates the schema is not validated further. */
async function validate(xml: string, ruleSets: readonly RuleSet[] = ALL): Promise<Violation[]> {
  const structural = schemaViolations(xml);
  if (structural.length > 0) return structural;
  return (await Promise.all(ruleSets.map(ruleSet => ruleViolations(ruleSet, xml)))).flat();
}

/** Throws, listing the violations, unless the XML passes schema and rules without a fatal one. */
export async function assertValidUbl(xml: string, ruleSets: readonly RuleSet[] = ALL): Promise<void> {
  const fatal = (await validate(xml, ruleSets)).filter(violation => violation.flag === 'fatal');
  if (fatal.length === 0) return;
  throw new Error(`The XML breaks ${fatal.length} rules:\n${fatal.map(v => `${v.source} ${v.rule}: ${v.message}`).join('\n')}`);
}

const schemas = new Map<Root, XsdValidator>();

/** The violations of the official schema. */
export function schemaViolations(xml: string): Violation[] {
  let document: XmlDocument | undefined;
  try {
    document = XmlDocument.fromString(xml);
    schema(document.root.name === 'CreditNote' ? 'CreditNote' : 'Invoice').validate(document);
    return [];
  } catch (error) {
    return [{ source: 'XSD', rule: 'XSD', flag: 'fatal', message: error instanceof Error ? error.message : String(error) }];
  } finally {
    document?.dispose();
  }
}

function schema(root: Root): XsdValidator {
  if (schemas.size === 0) {
    // The schemas import each other by relative paths, which libxml2 resolves against the URL given to each document.
    const common = readdirSync(resolve(ARTIFACTS, XSD, 'common')).map(name => [
      `ubl/common/${name}`,
      read(`${XSD}/common/${name}`),
    ]);
    xmlRegisterInputProvider(new XmlBufferInputProvider(Object.fromEntries(common)));
    for (const name of MAINDOCS) {
      const path = `maindoc/UBL-${name}-2.1.xsd`;
      const source = XmlDocument.fromBuffer(read(`${XSD}/${path}`), { url: `ubl/${path}` });
      schemas.set(name, XsdValidator.fromDoc(source));
      source.dispose();
    }
  }
  return schemas.get(root)!;
}

const read = (path: string): Uint8Array => readFileSync(resolve(ARTIFACTS, path));

interface Saxon {
  transform(
    options: { stylesheetInternal: unknown; sourceText: string; destination: 'serialized' },
    execution: 'sync',
  ): { principalResult: string };
}
// Loaded with the first rule set, which takes a quarter of a second: not needed for the schema alone.
let processor: Saxon | undefined;
const saxon = (): Saxon => (processor ??= createRequire(import.meta.url)('saxon-js') as Saxon);

const compiled = new Map<RuleSet, Promise<unknown>>();

function rules(ruleSet: RuleSet): Promise<unknown> {
  const known = compiled.get(ruleSet);
  if (known) return known;
  const fresh = compiledStylesheet(resolve(ARTIFACTS, RULE_SETS[ruleSet]));
  compiled.set(ruleSet, fresh);
  return fresh;
}

const SVRL = { svrl: 'http://purl.oclc.org/dsdl/svrl' };

/** An exception of the engine (some rules fail for repeated elements) counts as a violation. */
async function ruleViolations(source: RuleSet, xml: string): Promise<Violation[]> {
  const stylesheetInternal = await rules(source);
  let report: string;
  try {
    report = saxon().transform({ stylesheetInternal, sourceText: xml, destination: 'serialized' }, 'sync').principalResult;
  } catch (error) {
    return [{ source, rule: 'engine', flag: 'fatal', message: error instanceof Error ? error.message : String(error) }];
  }
  const document = XmlDocument.fromString(report);
  try {
    return document.find('//svrl:failed-assert | //svrl:successful-report', SVRL).map(node => {
      const entry = node as XmlElement;
      return {
        source,
        rule: entry.attr('id')?.value ?? '',
        flag: entry.attr('flag')?.value === 'warning' ? 'warning' : 'fatal',
        message: entry.content.trim().replace(/\s+/g, ' '),
      };
    });
  } finally {
    document.dispose();
  }
}
