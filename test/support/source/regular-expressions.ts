import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../../..');

/** A regular expression in the source code. */
export interface Pattern {
  /** `shared/output/mail/markdown.ts:37` */
  at: string;
  source: string;
  flags: string;
}

/** The literal regular expressions in `shared/` and `functions/`, and the places that create others with `RegExp`. */
export function patternsOfProgram(): { literals: Pattern[]; made: { at: string; file: string }[] } {
  const literals: Pattern[] = [];
  const made: { at: string; file: string }[] = [];
  for (const file of globSync('{shared,functions}/**/*.ts', { cwd: ROOT }).sort()) {
    const tree = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      const at = (): string => `${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        literals.push({ at: at(), source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
      }
      const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
      if (isCall && node.expression.getText() === 'RegExp') made.push({ at: at(), file });
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  return { literals, made };
}

/** Sources whose automata are so large that each proof takes a second or more: `npm run test:long` has them. */
export const PROVEN_AT_LENGTH: readonly string[] = [
  String.raw`\bPagina solicitata \d+ este mai mare decat numarul total de pagini\b`,
  String.raw`a mai fost transmis\S* anterior cu index\s*=\s*(\d+)`,
  String.raw`\/\*:([\w.-]+)\[namespace-uri\(\)='([^']*)'\]\[(\d+)\]`,
  String.raw`^application\/(.+\+)?json\b`,
  String.raw`-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----`,
];

/** The regular expressions that are created from parts, by file. All parts are constants of the source code. */
export const MADE: Record<string, { source: string; flags: string }[]> = {
  'shared/output/pdf/reader/objects.ts': [
    { source: '/Root (\\d+) 0 R', flags: '' },
    { source: '/Font <<([^<>]*)>>', flags: '' },
    { source: '/MediaBox \\[([^[\\]]*)\\]', flags: '' },
  ],
  'shared/authority/einvoice/signature/trust.ts': [
    { source: '-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\\s]+)-----END CERTIFICATE-----', flags: 'g' },
  ],
  'shared/authority/einvoice/validation/request-field.ts': [
    { source: '/cac:(?:Invoice|CreditNote)Line(?:\\[(\\d+)\\])?(?:/|$)', flags: '' },
    { source: '/cac:AllowanceCharge(?:\\[(\\d+)\\])?(?:/|$)', flags: '' },
  ],
  'shared/accounts/identity/mfa/backup-codes.ts': [{ source: '^[abcdefghjkmnpqrstuvwxyz23456789]{8}$', flags: '' }],
  'shared/records/parties/clients/vat.ts': [{ source: '^EL', flags: '' }],
};
