import { createRequire } from 'node:module';
import { textOf, type XmlElement } from '../xml/node.ts';
import { parseXml } from '../xml/parse.ts';
import { readRuleSets } from './artifacts.ts';

/** What one rule of an official set has against a document, as its report says it. */
export interface Assertion {
  rule: string;
  severity: 'fatal' | 'warning';
  message: string;
  /** The element as the report writes it: full paths with namespaces. */
  location: string;
}

interface Saxon {
  transform(
    options: { stylesheetInternal: unknown; sourceText: string; destination: 'serialized' },
    execution: 'sync',
  ): { principalResult: string };
}

// The processor reads files beside its own, so it is not bundled; its licence wants it shipped as it is.
const requirePackage = createRequire(import.meta.url);

const loaded = new Map<string, Promise<Map<string, unknown>>>();

/**
 * Runs the compiled official rule sets of a place on a UBL document. They are read once and stay in memory; the first run takes
 * half a second, a later one a tenth.
 *
 * @throws Error when the sets cannot be read or the processor is not installed: then there is no verdict
 */
export async function runSchematron(xml: string, place: string): Promise<Assertion[]> {
  const processor = requirePackage('saxon-js') as Saxon;
  const sets = await setsOf(place);
  return [...sets.values()].flatMap(stylesheetInternal => judged(processor, stylesheetInternal, xml));
}

function setsOf(place: string): Promise<Map<string, unknown>> {
  const known = loaded.get(place);
  if (known) return known;
  const reading = readRuleSets(place);
  loaded.set(place, reading);
  // What failed once may be there the next time.
  reading.catch(() => loaded.delete(place));
  return reading;
}

/** A document that makes a rule fail to compute is refused by the official processor as well. */
function judged(processor: Saxon, stylesheetInternal: unknown, xml: string): Assertion[] {
  let report: string;
  try {
    report = processor.transform({ stylesheetInternal, sourceText: xml, destination: 'serialized' }, 'sync').principalResult;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [{ rule: 'engine', severity: 'fatal', message, location: '/' }];
  }
  return assertionsOf(report);
}

const SVRL = '{http://purl.oclc.org/dsdl/svrl}';

/** The failed assertions of a report in SVRL (ISO/IEC 19757-3, annex D). */
export function assertionsOf(report: string): Assertion[] {
  return parseXml(report).elements.flatMap(element => {
    if (element.name !== `${SVRL}failed-assert` && element.name !== `${SVRL}successful-report`) return [];
    const attribute = (name: string): string => element.attributes.find(each => each.name === name)?.value ?? '';
    return {
      rule: attribute('id'),
      severity: attribute('flag') === 'warning' ? 'warning' : 'fatal',
      message: wordsOf(element),
      location: attribute('location'),
    };
  });
}

const wordsOf = (assertion: XmlElement): string =>
  assertion.children
    .filter(({ name }) => name === `${SVRL}text`)
    .map(textOf)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
