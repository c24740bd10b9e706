import { join } from 'node:path';
import { stop } from 'esbuild';
import { cachedBundles } from './bundle/cached.ts';
import { bundleCanary } from './bundle/canary.ts';
import { bundleDocumentFunction } from './bundle/document.ts';
import { functionFiles, loadCatalogue } from './catalogue.ts';
import { createApp } from './create-app.ts';
import { docsSite } from './docs-site/site.ts';
import { InvoicingStage } from './stage/invoicing-stage.ts';
import { openApiDocument } from './openapi/document.ts';
import { readStages } from './stage/stages.ts';
import { stateMachineFiles } from './stage/state-machines.ts';

/** The CDK app: one set of stacks per stage of cdk.json, all from the same build, which is made in the assembly's folder. */
const app = createApp();
const stages = readStages(app.node.tryGetContext('stages'));
const [bundles, catalogue, machines] = await Promise.all([
  cachedBundles(await functionFiles(), join(app.outdir, 'functions')),
  loadCatalogue(),
  stateMachineFiles(),
]);
// esbuild's process holds gigabytes of parsed sources until it ends.
await stop();
const byName = new Map(bundles.map(bundle => [bundle.name, bundle]));
const site = docsSite();
const canaryFunctions = stages.some(({ canary }) => canary) ? await bundleCanary(join(app.outdir, 'canary')) : undefined;

for (const stage of stages) {
  const document = await openApiDocument(catalogue.endpoints, { serverUrl: stage.apiUrl });
  const folder = await bundleDocumentFunction(document, site, join(app.outdir, 'openapi', stage.name));
  new InvoicingStage(app, stage, {
    catalogue,
    machines,
    codeOf: ({ name }) => {
      const bundle = byName.get(name);
      if (!bundle) throw new Error(`${name} was not bundled.`);
      return bundle;
    },
    documentFunction: () => folder,
    canaryFunctions,
  });
}
app.synth();
