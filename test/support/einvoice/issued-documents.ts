import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { expect } from 'vitest';
import { instrumentClients } from '#shared/platform/aws/client.ts';
import { evaluate, type RuleSetName } from '#shared/authority/einvoice/rules/evaluate.ts';

/**
 * Checks all XML documents that the service writes in any test: each must be valid by the official schema, EN 16931 and
 * CIUS-RO. The rules are evaluated by this service's own engine, which the conformance tests compare with the official ones; the
 * official rules themselves validate one document in every fourth test file.
 */

const KEY = /^companies\/[^/]+\/invoices\/[^/]+\/v\d+\.xml$/;
const SETS: readonly RuleSetName[] = ['cius-ro-1.0.9', 'en16931-1.3.16'];

/** Characters up to which the official processor is used here: it takes half a minute for 1,000 lines (thousand-lines.test.ts uses it). */
const MOST_CHARACTERS_VALIDATED = 500_000;

/** The written XML texts, with the keys of their files. */
const written = new Map<string, string>();
const exempt = new Set<string>();

/** Exempts XML that a test writes itself, damaged for its purpose. */
export const notIssued = (xml: string): void => void exempt.add(xml);

type Next = (args: { input: object }) => Promise<unknown>;
interface Stack {
  add(middleware: (next: Next) => Next, options: { step: 'initialize'; name: string }): void;
}

let watching = false;

/** Starts watching the AWS clients of this process. */
export function watchIssued(): void {
  if (watching) return;
  watching = true;
  instrumentClients(({ middlewareStack }) => {
    const noting = (next: Next): Next => {
      return args => {
        const { Key, Body } = args.input as { Key?: unknown; Body?: unknown };
        if (typeof Key === 'string' && KEY.test(Key) && typeof Body === 'string') written.set(Body, Key);
        return next(args);
      };
    };
    (middlewareStack as Stack).add(noting, { step: 'initialize', name: 'issuedDocuments' });
  });
}

/** @throws Error that names the documents written since the last call that violate a rule, and the rules. */
export async function validateIssued(): Promise<void> {
  const documents = [...written].filter(([xml]) => !exempt.has(xml));
  written.clear();
  if (documents.length === 0) return;
  const oracle = await import('./oracle.ts');
  const broken: string[] = [];
  for (const [xml, key] of documents) {
    const schema = oracle.oracleAvailable ? oracle.schemaViolations(xml).map(({ message }) => `XSD ${message}`) : [];
    const rules = SETS.flatMap(set =>
      evaluate(xml, set).flatMap(({ rule, severity, message }) => (severity === 'fatal' ? [`${set} ${rule} ${message}`] : [])),
    );
    if (schema.length + rules.length > 0) broken.push(`${key}: ${[...schema, ...rules].join('; ')}`);
  }
  if (broken.length > 0) throw new Error(`The service wrote documents that the authority refuses:\n${broken.join('\n')}`);
  const longest = documents
    .map(([xml]) => xml)
    .filter(xml => xml.length <= MOST_CHARACTERS_VALIDATED)
    .reduce((longer, xml) => (xml.length > longer.length ? xml : longer), '');
  if (oracle.oracleAvailable && isSampled() && longest !== '') await oracle.assertValidUbl(longest);
}

/** Every fourth test file, always the same ones: the official processor takes a second to begin with. */
function isSampled(): boolean {
  // The bench starts the service outside of a test runner.
  if (!process.env['VITEST']) return false;
  const path = relative(process.cwd(), expect.getState().testPath ?? '');
  return createHash('sha256').update(path).digest()[0]! % 4 === 0;
}
