import { build } from 'esbuild';
import { join } from 'node:path';
import { functionName } from '../../infra/catalogue.ts';

/** The text of our own code that a function can reach, by function name: bundled each for itself, packages left out. */
export async function reachableCode(files: readonly string[]): Promise<Map<string, string>> {
  const root = join(import.meta.dirname, '..', '..');
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(files.map(file => [functionName(file), file])),
    outdir: root,
    write: false,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    plugins: [
      {
        // The chain around an endpoint reads and writes for all endpoints alike (infra/grants/grants.ts grants that without `uses`): what an
        // endpoint does besides that is visible when the chain is left out.
        name: 'without-chain',
        setup: ({ onLoad }) => {
          onLoad({ filter: /shared\/platform\/lambda\/endpoint\/define-endpoint\.ts$/ }, () => ({
            contents: 'export const defineEndpoint = (definition, run) => ({ definition, run });',
          }));
        },
      },
    ],
  });
  return new Map(outputFiles.map(({ path, text }) => [functionName(path.slice(root.length + 1).replace(/\.js$/, '.ts')), text]));
}
