import { build, transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { namedExports } from '../../../infra/bundle/builtins.ts';
import { literalKeys, REWRITES, trimDependencies, withoutJsonSchema } from '../../../infra/bundle/trim-dependencies.ts';
import { withoutUnread } from '../../../infra/bundle/unread.ts';
import { functionFiles } from '../../../infra/catalogue.ts';
import { reachableCode } from '../../infra/reachable.ts';

describe('what is left out', () => {
  it('keys of schemas are written as what they are, so that shapes of other operations can go', () => {
    const source = 'const _hQ = "httpQuery";\nconst n0 = "com.example";\nexport const A$ = [3, n0, { [_hQ]: "x", [_other]: 1 }];';
    expect(literalKeys(source)).toBe(
      'const _hQ = "httpQuery";\nconst n0 = "com.example";\nexport const A$ = [3, n0, { "httpQuery": "x", [_other]: 1 }];',
    );
  });

  it('JSON Schema refuses to be made; a schema is still defined with its method', async () => {
    const code = withoutJsonSchema(
      'export const stringProcessor = () => {};\nexport function finalize() {}\nexport const createToJSONSchemaMethod = () => {};',
    );
    const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, () => unknown>;
    expect(Object.keys(module).sort()).toEqual(['createToJSONSchemaMethod', 'finalize', 'stringProcessor']);
    expect(() => module['finalize']?.()).toThrow(/not part of a deployed function/);
    const method = module['createToJSONSchemaMethod']?.() as () => unknown;
    expect(method).toThrow(/not part of a deployed function/);
  });

  it('no code of ours that is deployed asks for JSON Schema', async () => {
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

  it('fails the build when the text of a file is not what it expects', async () => {
    await expect(bundled(source => source.replace('nothing like this', '')).built).rejects.toThrow(
      /The rewrite "some rewrite" no longer matches anything in .*trim-dependencies\.ts/,
    );
  });

  it('is told of when no file is one that it is for', async () => {
    const { built, trimming } = bundled(() => 'export {};', /moved-away\.js$/);
    await built;
    expect(() => trimming.assertAllUsed()).toThrow('"some rewrite"');
  });

  it('is silent while it matches', async () => {
    const { built, trimming } = bundled(() => 'export {};');
    await built;
    expect(() => trimming.assertAllUsed()).not.toThrow();
  });

  it.each(REWRITES)('$name: another text comes back as it was', ({ rewrite }) => {
    expect(rewrite('const another = { text: 1 };')).toBe('const another = { text: 1 };');
  });
});

/** What is left of a module of ours when nothing imports it. */
async function leftOf(source: string): Promise<string> {
  const { code } = await transform(withoutUnread(source), {
    loader: 'ts',
    format: 'esm',
    treeShaking: true,
    minifyWhitespace: true,
  });
  return code.trim();
}

describe('what nothing reads of our own code', () => {
  it('schemas of answers go, with those that they are made of; statuses stay, and which have no body', async () => {
    const left = await leftOf(`
      const line = z.object({ total: z.string() }).partial();
      const answer = z.array(line) satisfies z.ZodType;
      const body = z.object({ total: z.number() });
      export const handler = defineEndpoint({ method: 'POST', body, responses: { 201: answer, 204: null } }, () => {});`);
    expect(left).toContain('responses:{201:true,204:null}');
    expect(left).toContain('z.number()');
    expect(left).not.toMatch(/line|answer|z\.string|z\.array/);
  });

  it('constants that something uses are what they were', async () => {
    const source = 'const names = { a: 1, ...more() } satisfies object;\nexport const shown = [...names.a, names] as unknown[];';
    expect(await leftOf(source)).toMatch(/const names=.*\{a:1,\.\.\.more\(\)\}.*const shown=.*\[\.\.\.names\.a,names\]/s);
  });

  it('what a module does beside its constants stays, and so does what it waits for', async () => {
    expect(await leftOf("register('one');")).toContain('register("one")');
    expect(await leftOf('let count = next();')).toContain('next()');
    expect(await leftOf('const waited = await next();')).toContain('await next()');
  });
});

describe('modules of Node', () => {
  it('give what is named; what nobody names is not asked for', async () => {
    const code = `${namedExports('crypto', ['default', 'createHash', 'webcrypto', 'module.exports'])}\nuse(createHash);`;
    const { code: left } = await transform(code.replaceAll('export const', 'const').replace('export default', ''), {
      treeShaking: true,
      format: 'esm',
    });
    expect(left).toContain('createHash');
    expect(left).not.toMatch(/webcrypto|module\.exports/);
  });
});
