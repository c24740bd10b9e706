import { build, transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { namedExports } from '../../../infra/bundle/builtins.ts';
import {
  literalKeys,
  REWRITES,
  trimDependencies,
  withoutJsonSchema,
  withoutOperations,
} from '../../../infra/bundle/trim-dependencies.ts';
import { functionFiles } from '../../../infra/catalogue.ts';
import { DEPTH } from '../../support/effort.ts';
import { reachableCode } from '../../infra/reachable.ts';

describe('omitted code', () => {
  it('keys of schemas are written as literals, so that shapes of other operations can be omitted', () => {
    const source = 'const _hQ = "httpQuery";\nconst n0 = "com.example";\nexport const A$ = [3, n0, { [_hQ]: "x", [_other]: 1 }];';
    expect(literalKeys(source)).toBe(
      'const _hQ = "httpQuery";\nconst n0 = "com.example";\nexport const A$ = [3, n0, { "httpQuery": "x", [_other]: 1 }];',
    );
  });

  it('JSON Schema cannot be generated; a schema is still defined with its method', async () => {
    const code = withoutJsonSchema(
      'export const stringProcessor = () => {};\nexport function finalize() {}\nexport const createToJSONSchemaMethod = () => {};',
    );
    const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, () => unknown>;
    expect(Object.keys(module).sort()).toEqual(['createToJSONSchemaMethod', 'finalize', 'stringProcessor']);
    expect(() => module['finalize']?.()).toThrow(/not part of a deployed function/);
    const method = module['createToJSONSchemaMethod']?.() as () => unknown;
    expect(method).toThrow(/not part of a deployed function/);
  });

  it('of AWS, operations that nothing calls are omitted, and code that is made of all of them', () => {
    const named = new Set(['SendMessageCommand']);
    const client =
      'export * from "./SQSClient";\nexport * from "./SQS";\nexport * from "./commands";\nexport * from "./pagination";\n';
    expect(withoutOperations(client, named)).toBe('export * from "./SQSClient";\nexport * from "./commands";\n');
    const commands = 'export * from "./SendMessageCommand";\nexport * from "./PurgeQueueCommand";\n';
    expect(withoutOperations(commands, named)).toBe('export * from "./SendMessageCommand";\n');
  });

  // It bundles every function.
  it.runIf(DEPTH)('no deployed code of ours uses JSON Schema', async () => {
    for (const [name, code] of await reachableCode(await functionFiles()))
      expect(code.includes('toJSONSchema'), name).toBe(false);
  });
});

describe('a rewrite that no longer matches', () => {
  const bundled = (rewrite: (source: string) => string, files = /trim-dependencies\.ts$/) => {
    const trimming = trimDependencies([{ name: 'some rewrite', files, rewrite }]);
    const built = build({
      entryPoints: ['infra/bundle/trim-dependencies.ts'],
      bundle: true,
      platform: 'node',
      write: false,
      logLevel: 'silent',
      plugins: [trimming.plugin],
    });
    return { built, trimming };
  };

  it('fails the build when the text of a file is unexpected', async () => {
    await expect(bundled(source => source.replace('nothing like this', '')).built).rejects.toThrow(
      /The rewrite "some rewrite" no longer matches anything in .*trim-dependencies\.ts/,
    );
  });

  it('is reported when there is no file for it', async () => {
    const { built, trimming } = bundled(() => 'export {};', /moved-away\.js$/);
    await built;
    expect(() => trimming.assertAllUsed()).toThrow('"some rewrite"');
  });

  it('is silent while it matches', async () => {
    const { built, trimming } = bundled(() => 'export {};');
    await built;
    expect(() => trimming.assertAllUsed()).not.toThrow();
  });

  it.each(REWRITES)('$name: another text is returned unchanged', ({ rewrite }) => {
    expect(rewrite('const another = { text: 1 };')).toBe('const another = { text: 1 };');
  });
});

describe('modules of Node', () => {
  it('export the names that are imported; others are not evaluated', async () => {
    const code = `${namedExports('crypto', ['default', 'createHash', 'webcrypto', 'module.exports'])}\nuse(createHash);`;
    const { code: left } = await transform(code.replaceAll('export const', 'const').replace('export default', ''), {
      treeShaking: true,
      format: 'esm',
    });
    expect(left).toContain('createHash');
    expect(left).not.toMatch(/webcrypto|module\.exports/);
  });
});
