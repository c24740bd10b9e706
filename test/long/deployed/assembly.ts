import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import cdk from '../../../cdk.json' with { type: 'json' };
import { cachedBundles } from '../../../infra/bundle/cached.ts';
import { bundleDocumentFunction } from '../../../infra/bundle/document.ts';
import type { FunctionBundle } from '../../../infra/bundle/functions.ts';
import type { Catalogue } from '../../../infra/catalogue.ts';
import { docsSite } from '../../../infra/docs-site/site.ts';
import { InvoicingStage } from '../../../infra/stage/invoicing-stage.ts';
import { openApiDocument } from '../../../infra/openapi/document.ts';
import type { StageSettings } from '../../../infra/stage/stages.ts';
import { stateMachineFiles } from '../../../infra/stage/state-machines.ts';

/** A stage as `cdk deploy` would send it to AWS: templates, and the folders of code that they name. */
export interface Assembly {
  /** All resources, those of the same logical id kept apart by their stack. */
  resources: { stack: string; id: string; type: string; properties: Record<string, unknown> }[];
  bundles: readonly FunctionBundle[];
  /** Folder of an asset by the hash that templates name it with. */
  assets: Map<string, string>;
}

interface Template {
  Resources: Record<string, { Type: string; Properties?: Record<string, unknown> }>;
}
interface AssetManifest {
  files?: Record<string, { source: { path?: string } }>;
}

/**
 * Bundles every function and synthesises the stage, as infra/app.ts does.
 *
 * @param folder where bundles and templates go
 */
export async function assemble(stage: StageSettings, catalogue: Catalogue, folder: string): Promise<Assembly> {
  const outdir = join(folder, 'cdk.out');
  const files = [...catalogue.endpoints, ...catalogue.background].map(entry => entry.file);
  const bundles = new Map((await cachedBundles(files, join(outdir, 'functions'))).map(bundle => [bundle.name, bundle]));
  const document = await bundleDocumentFunction(
    await openApiDocument(catalogue.endpoints, { serverUrl: stage.apiUrl }),
    docsSite(),
    join(outdir, 'openapi'),
  );
  const { stages: _, ...context } = cdk.context;
  const app = new App({ context, outdir });
  const { directory, stacks } = new InvoicingStage(app, stage, {
    catalogue,
    machines: await stateMachineFiles(),
    codeOf: ({ name }) => bundles.get(name) ?? missing(`bundle of ${name}`),
    documentFunction: () => document,
  }).synth();
  const manifests = readdirSync(directory).filter(name => name.endsWith('.assets.json'));
  const assets = manifests.flatMap(name =>
    Object.entries((JSON.parse(readFileSync(join(directory, name), 'utf8')) as AssetManifest).files ?? {}),
  );
  return {
    bundles: [...bundles.values()],
    resources: stacks.flatMap(({ stackName, template }) =>
      Object.entries((template as Template).Resources).map(([id, { Type, Properties = {} }]) => ({
        ...{ stack: stackName, id, type: Type, properties: Properties },
      })),
    ),
    assets: new Map(assets.flatMap(([hash, { source }]) => (source.path ? [[hash, join(directory, source.path)]] : []))),
  };
}

const missing = (what: string): never => {
  throw new Error(`There is no ${what}.`);
};
