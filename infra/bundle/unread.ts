import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import ts from 'typescript';

/**
 * Leaves out of our own code what a deployed function never reads: above all the schemas of answers, which are for the OpenAPI
 * document and for the checks of tests. Issuing an invoice made 350 zod schemas at its start that nothing ever looked at.
 */
export const unread: Plugin = {
  name: 'unread',
  setup(build) {
    // Packages bring JavaScript: what is TypeScript is ours.
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
      contents: withoutUnread(await readFile(path, 'utf8')),
      loader: 'ts',
    }));
  },
};

/** A part of a text, and what stands in its place. */
interface Edit {
  from: number;
  to: number;
  text: string;
}

/**
 * Rewrites a module of ours for the bundler: `responses` keeps its statuses, and whether they have a body, without the schemas;
 * and each constant of the module is marked to be left out where nothing uses it, which a bundler dares not do by itself when its
 * value is made by a call. So no module may count on what making a constant does beside making it.
 */
export function withoutUnread(source: string): string {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest);
  const edits = file.statements
    .filter(statement => ts.isVariableStatement(statement))
    .filter(({ declarationList }) => declarationList.flags & ts.NodeFlags.Const)
    .flatMap(({ declarationList }) => declarationList.declarations.flatMap(declaration => editsOf(declaration, file)));
  return edits.reduceRight((text, { from, to, text: put }) => text.slice(0, from) + put + text.slice(to), source);
}

function editsOf({ name, initializer }: ts.VariableDeclaration, file: ts.SourceFile): Edit[] {
  if (!initializer || !ts.isIdentifier(name)) return [];
  const text = initializer.getText(file);
  if (ts.isCallExpression(initializer) && initializer.expression.getText(file) === 'defineEndpoint')
    return responsesOf(initializer)
      .filter(value => value.kind !== ts.SyntaxKind.NullKeyword)
      .map(value => edit(value, file, 'true'));
  if (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer) || /\bawait\b/.test(text)) return [];
  return [edit(initializer, file, `/* @__PURE__ */ (() => (${text}))()`)];
}

const edit = (node: ts.Node, file: ts.SourceFile, text: string): Edit => ({ from: node.getStart(file), to: node.end, text });

/** The values of `responses` in an endpoint's definition. */
function responsesOf({ arguments: [definition] }: ts.CallExpression): ts.Expression[] {
  if (!definition || !ts.isObjectLiteralExpression(definition)) return [];
  const responses = propertiesOf(definition).find(({ name }) => ts.isIdentifier(name) && name.text === 'responses')?.initializer;
  return responses && ts.isObjectLiteralExpression(responses)
    ? propertiesOf(responses).map(({ initializer }) => initializer)
    : [];
}

const propertiesOf = (object: ts.ObjectLiteralExpression): ts.PropertyAssignment[] =>
  object.properties.filter(property => ts.isPropertyAssignment(property));
