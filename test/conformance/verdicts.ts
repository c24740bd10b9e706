import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { ARTIFACTS } from '../support/einvoice/oracle.ts';
import { compiledStylesheet } from '../../infra/local/external/stylesheets.ts';
import type { RuleSetName } from '#shared/authority/einvoice/rules/evaluate.ts';

/**
 * The findings of the official rule sets in a document, as sorted `rule flag` lines (`engine fatal` when the processor gave
 * up). Verdicts are kept on disk by the content of document and rule set, so that a re-run costs no transformation.
 */
const XSLT: Record<RuleSetName, string> = {
  'cius-ro-1.0.9': 'cius-ro/1.0.9/xslt/EN16931-CIUS_RO-UBL-validation.xslt',
  'en16931-1.3.16': 'en16931/xslt/EN16931-UBL-validation.xslt',
};
const CACHE = resolve('node_modules/.cache/einvoice');

interface Saxon {
  transform(
    options: { stylesheetInternal: unknown; sourceText: string; destination: 'serialized' },
    execution: 'sync',
  ): { principalResult: string };
}

const FAILED = /<svrl:(?:failed-assert|successful-report)((?:\s+[\w:]+="[^"]*")*)/g;

/** The official validator of one rule set. */
export interface Validator {
  verdict(xml: string): string[];
  /** One transformation, never from the cache: the speed comparison times it. */
  transform(xml: string): string[];
  /** Transformations run so far. */
  transformations: number;
}

export const officialValidator = (set: RuleSetName): Promise<Validator> => validatorOf(resolve(ARTIFACTS, XSLT[set]), set);

/** The validator of a stylesheet. @param name under which its verdicts are kept */
export async function validatorOf(path: string, name: string): Promise<Validator> {
  const fingerprint = createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
  const store = resolve(CACHE, `verdicts-${name}-${fingerprint}.jsonl`);
  mkdirSync(CACHE, { recursive: true });
  const known = new Map<string, string[]>();
  for (const line of existsSync(store) ? readFileSync(store, 'utf8').split('\n') : []) {
    if (!line.endsWith(']')) continue; // A line that another process is still writing.
    const [key, verdict] = JSON.parse(line) as [string, string[]];
    known.set(key, verdict);
  }
  let stylesheet: unknown;
  const saxon = createRequire(import.meta.url)('saxon-js') as Saxon;
  await compiledStylesheet(path); // Compiles when needed; the parsed form is loaded again only if a document is new.

  const validator: Validator = {
    transformations: 0,
    transform(xml) {
      stylesheet ??= JSON.parse(readFileSync(compiledPath(path), 'utf8'));
      validator.transformations += 1;
      return transformed(saxon, stylesheet, xml);
    },
    verdict(xml) {
      const key = createHash('sha256').update(xml).digest('hex');
      let verdict = known.get(key);
      if (!verdict) {
        verdict = validator.transform(xml);
        known.set(key, verdict);
        appendFileSync(store, `${JSON.stringify([key, verdict])}\n`);
      }
      return verdict;
    },
  };
  return validator;
}

const compiledPath = (path: string): string =>
  resolve(CACHE, `${createHash('sha256').update(readFileSync(path)).digest('hex')}.sef.json`);

function transformed(saxon: Saxon, stylesheetInternal: unknown, xml: string): string[] {
  let report: string;
  try {
    report = saxon.transform({ stylesheetInternal, sourceText: xml, destination: 'serialized' }, 'sync').principalResult;
  } catch {
    return ['engine fatal'];
  }
  return [...report.matchAll(FAILED)]
    .map(([, attributes = '']) => {
      const value = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
      return `${value('id')} ${value('flag') === 'warning' ? 'warning' : 'fatal'}`;
    })
    .sort();
}
