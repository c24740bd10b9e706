import { builtinModules } from 'node:module';
import type { ImportKind, Plugin } from 'esbuild';

/**
 * Makes bundles read only those exports of Node's built-in modules that they use. `import { request } from 'node:https'` makes Node
 * evaluate all exports of the module, and many are lazy getters: all of WebCrypto, the streams of `fs`, the reports of `process`, a whole
 * HTTP client behind `http.WebSocket`. Evaluating them took a tenth of the time to import a function.
 */
export const builtins: Plugin = {
  name: 'builtins',
  setup(build) {
    build.onResolve({ filter: BUILTIN }, ({ path, kind }) => {
      const namespace = NAMESPACES[kind];
      return namespace ? { path: path.replace(/^node:/, ''), namespace, sideEffects: false } : undefined;
    });
    build.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: namedExports(path, Object.keys(process.getBuiltinModule(`node:${path}`) ?? {})),
    }));
    build.onLoad({ filter: /.*/, namespace: 'builtin-required' }, ({ path }) => ({
      contents: `module.exports = ${builtinExpression(path)};`,
    }));
  },
};

/**
 * Matches only built-in modules, so that esbuild does not call the plugin for other imports (475 instead of 577 ms processor time a
 * function).
 */
const BUILTIN = new RegExp(`^(node:)?(${builtinModules.filter(name => /^[a-z]/.test(name)).join('|')})$`);

/**
 * The esbuild namespace for each kind of import that is rewritten (`import()` is not). CommonJS packages call `require`, which ES modules
 * do not have: what they get has another form.
 */
const NAMESPACES: Partial<Record<ImportKind, string>> = {
  'import-statement': 'builtin',
  'require-call': 'builtin-required',
};

const builtinExpression = (builtin: string): string => `/* @__PURE__ */ process.getBuiltinModule('node:${builtin}')`;

/** The source of a module that re-exports a built-in module so that a bundler can drop unused exports. */
export function namedExports(builtin: string, names: readonly string[]): string {
  return [
    `const module = ${builtinExpression(builtin)};`,
    'export default module;',
    ...names
      .filter(name => name !== 'default' && /^\w+$/.test(name))
      .map(name => `export const ${name} = /* @__PURE__ */ (() => module.${name})();`),
  ].join('\n');
}
