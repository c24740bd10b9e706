import { builtinModules } from 'node:module';
import type { ImportKind, Plugin } from 'esbuild';

/**
 * Reads only the named exports of Node's built-in modules. `import { request } from 'node:https'` makes Node evaluate all exports
 * of the module, and many are lazy getters: all of WebCrypto, the streams of `fs`, the reports of `process`, a whole HTTP client
 * behind `http.WebSocket`. This took a tenth of the time to import a function.
 */
export const builtins: Plugin = {
  name: 'builtins',
  setup(build) {
    build.onResolve({ filter: BUILTIN }, ({ path, kind }) => {
      const namespace = NAMESPACES[kind];
      return namespace ? { path: path.replace(/^node:/, ''), namespace, sideEffects: false } : undefined;
    });
    build.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: namedExports(path, Object.keys(process.getBuiltinModule(path) ?? {})),
    }));
    build.onLoad({ filter: /.*/, namespace: 'builtin-required' }, ({ path }) => ({
      contents: `module.exports = ${gotten(path)};`,
    }));
  },
};

/**
 * Matches only built-in modules, so that esbuild does not call the plugin for other imports (475 instead of 577 ms processor time a
 * function).
 */
const BUILTIN = new RegExp(`^(node:)?(${builtinModules.filter(name => /^[a-z]/.test(name)).join('|')})$`);

/**
 * The esbuild namespace for each kind of import: `require` of CommonJS packages, which ES modules lack, needs a namespace of its
 * own.
 */
const NAMESPACES: Partial<Record<ImportKind, string>> = {
  'import-statement': 'builtin',
  'require-call': 'builtin-required',
};

const gotten = (builtin: string): string => `/* @__PURE__ */ process.getBuiltinModule('node:${builtin}')`;

/** The source of a module that re-exports a built-in module so that a bundler can drop unused exports. */
export function namedExports(builtin: string, names: readonly string[]): string {
  return [
    `const module = ${gotten(builtin)};`,
    'export default module;',
    ...names
      .filter(name => name !== 'default' && /^\w+$/.test(name))
      .map(name => `export const ${name} = /* @__PURE__ */ (() => module.${name})();`),
  ].join('\n');
}
