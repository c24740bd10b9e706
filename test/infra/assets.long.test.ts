import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { App, Stage } from 'aws-cdk-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../infra/catalogue.ts';
import { PRINTER } from '../../infra/stage/names.ts';
import { ApiStack } from '../../infra/stacks/api.ts';
import { FunctionsStack } from '../../infra/stacks/functions.ts';
import { CONTEXT, STAGE, temporaryFolders } from './synthesis.ts';

const temporaryFolder = temporaryFolders();

interface Manifest {
  files: Record<string, { source: { path: string; packaging: string } }>;
}

const outdir = temporaryFolder('assembly');
let manifests: { file: string; folders: string[] }[];

/** A folder of code in the assembly, as infra/app.ts bundles it there. */
function folder(name: string): string {
  const path = join(outdir, 'functions', name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'index.mjs'), `export const handler = () => '${name}';`);
  return path;
}

const filesIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter(one => one.isFile())
    .map(one => join(one.parentPath, one.name));

beforeAll(async () => {
  const app = new App({ context: CONTEXT, outdir });
  const [code, layer, documentFunction] = [folder('code'), folder('layer'), folder('document')];
  const { endpoints, background } = await loadCatalogue();
  const entries = [...endpoints.slice(0, 2), ...background.filter(({ name }) => name === PRINTER)];
  const codeOf = ({ name }: { name: string }) => ({ asset: code, layer: name === PRINTER ? layer : undefined });
  for (const name of ['one', 'two']) {
    const [stage, settings] = [new Stage(app, name), { ...STAGE, name }];
    new FunctionsStack(stage, 'Functions', settings, { group: 'some', entries, variablesOf: () => ({}), codeOf });
    new ApiStack(stage, 'Api', settings, { endpoints: endpoints.slice(0, 2), documentFunction });
  }
  app.synth();
  manifests = filesIn(outdir)
    .filter(file => file.endsWith('.assets.json'))
    .map(file => {
      const { files } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
      const sources = Object.values(files).flatMap(({ source }) => (source.packaging === 'zip' ? [source.path] : []));
      return { file, folders: sources };
    });
});

describe('the code in a synthesised assembly', () => {
  it('is stored once, however many functions and stages run from it', () => {
    const code = filesIn(outdir).filter(file => file.endsWith('.mjs'));
    expect(code.map(file => relative(outdir, file)).sort()).toEqual([
      'functions/code/index.mjs',
      'functions/document/index.mjs',
      'functions/layer/index.mjs',
    ]);
  });

  it('refers to paths within the assembly, which can be moved to another machine', () => {
    const folders = manifests.flatMap(({ file, folders: paths }) => paths.map(path => ({ file, path })));
    expect(folders.filter(({ path }) => isAbsolute(path))).toEqual([]);
    expect([...new Set(folders.map(({ file, path }) => relative(outdir, join(dirname(file), path))))].sort()).toEqual([
      'functions/code',
      'functions/document',
      'functions/layer',
    ]);
  });
});
