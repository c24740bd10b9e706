import { createRequire } from 'node:module';
import { textOf, type XmlElement } from '../xml/node.ts';
import { parseXml } from '../xml/parse.ts';
import { readRuleSets } from './artifacts.ts';

/** A violation of a rule of an official set, as the processor reports it. */
export interface Assertion {
  rule: string;
  severity: 'fatal' | 'warning';
  message: string;
  /** The path of the element as in the report, with a namespace at each step. */
  location: string;
}

interface Saxon {
  transform(
    options: { stylesheetInternal: unknown; sourceText: string; destination: 'serialized' },
    execution: 'sync',
  ): { principalResult: string };
}

// The processor reads other files of its package, so it is not bundled; its licence requires that it is shipped unchanged.
const requirePackage = createRequire(import.meta.url);

const loaded = new Map<string, Promise<Map<string, unknown>>>();

/**
 * Runs the compiled official rule sets in `place` (a folder or `s3://bucket/prefix`) on a UBL document. They are read once and
 * cached in memory: the first run takes about 500 ms, a later one 100 ms.
 *
 * @throws Error when the place is not set, the sets cannot be read or the processor is not installed
 */
export async function runSchematron(xml: string, place: string | undefined): Promise<Assertion[]> {
  if (!place)
    throw new Error('The setting EINVOICE_ARTIFACTS is missing: it names the folder or bucket of the compiled official rules.');
  const processor = requirePackage('saxon-js') as Saxon;
  const sets = await setsOf(place);
  return [...sets.values()].flatMap(stylesheetInternal => runRuleSet(processor, stylesheetInternal, xml));
}

function setsOf(place: string): Promise<Map<string, unknown>> {
  const known = loaded.get(place);
  if (known) return known;
  const reading = readRuleSets(place);
  loaded.set(place, reading);
  // A failure is not cached: the next call reads the sets again.
  reading.catch(() => loaded.delete(place));
  return reading;
}

/** Runs one rule set. An error of the processor is a fatal finding `engine`, because the authority's processor fails as well. */
function runRuleSet(processor: Saxon, stylesheetInternal: unknown, xml: string): Assertion[] {
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

/** The failed assertions and successful reports of a report in SVRL (ISO/IEC 19757-3, annex D). */
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
