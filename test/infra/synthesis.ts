import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { afterAll } from 'vitest';
import { type Catalogue, loadCatalogue } from '../../infra/catalogue.ts';
import { InvoicingStage, type System } from '../../infra/invoicing-stage.ts';
import { PRINTER } from '../../infra/names.ts';
import { readStages, type StageSettings } from '../../infra/stages.ts';
import { stateMachineFiles } from '../../infra/state-machines.ts';

/** A CloudFormation resource, as far as the tests look at it. */
export interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
  DependsOn?: string[];
}

export interface StackTemplate {
  stack: string;
  resources: Record<string, Resource>;
  /** Parameters of the template, such as names in the Parameter Store whose values CloudFormation reads. */
  parameters: Record<string, { Default?: string }>;
  outputs: Record<string, { Value: unknown }>;
  /** Bytes of the template as it is uploaded. */
  bytes: number;
}

export const STAGE: StageSettings = readStages({
  test: {
    region: 'eu-central-1',
    apiUrl: 'https://api.test.invoicing.example',
    appUrl: 'https://app.test.invoicing.example',
    mailFrom: 'Invoicing <no-reply@test.invoicing.example>',
    taxauthUrl: 'https://taxauth.example/test/rest',
    taxauthTransportUrl: 'https://taxauth.example/test/transport',
    hostedZone: { id: 'Z0000000000000', name: 'test.invoicing.example' },
    alarmEmail: 'operations@test.invoicing.example',
    logRetentionDays: 7,
    gradualRollout: true,
    reserveConcurrency: true,
    settings: { EINVOICE_ARTIFACTS: 's3://test-einvoice-rules/cius-ro' },
  },
})[0]!;

/** Feature flags that cdk.json sets. */
export const CONTEXT = {
  '@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy': true,
  '@aws-cdk/core:validateAgainstDefaultRules': true,
};

const folders: string[] = [];
afterAll(() => folders.forEach(folder => rmSync(folder, { recursive: true, force: true })));

/** A folder that goes away after the tests of the file. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `invoicing-${name}-`));
  folders.push(folder);
  return folder;
}

/** The system with code that does nothing: what is tested here is what stands around the code. */
export async function systemOf(catalogue?: Catalogue): Promise<System> {
  const [folder, layer] = [temporaryFolder('infra'), temporaryFolder('layer')];
  writeFileSync(join(layer, 'browser'), 'x');
  writeFileSync(join(folder, 'index.mjs'), 'export const handler = () => {};');
  return {
    catalogue: catalogue ?? (await loadCatalogue()),
    machines: await stateMachineFiles(),
    codeOf: ({ name }) => ({ asset: folder, layer: name === PRINTER ? layer : undefined }),
    documentFunction: () => folder,
  };
}

/** All stacks of a stage. */
export function synthesise(system: System, stage: StageSettings = STAGE): StackTemplate[] {
  const app = new App({ context: CONTEXT, outdir: temporaryFolder('cdk') });
  return new InvoicingStage(app, stage, system).synth().stacks.map(({ stackName, template }) => ({
    stack: stackName,
    resources: (template as { Resources: Record<string, Resource> }).Resources,
    parameters: (template as { Parameters?: StackTemplate['parameters'] }).Parameters ?? {},
    outputs: (template as { Outputs?: StackTemplate['outputs'] }).Outputs ?? {},
    bytes: Buffer.byteLength(JSON.stringify(template)),
  }));
}

/** The resources of a type in all stacks. */
export const ofType = (templates: readonly StackTemplate[], type: string): Resource[] =>
  templates.flatMap(({ resources }) => Object.values(resources).filter(resource => resource.Type === type));

/** The text of a value that CloudFormation puts together: `Fn::Sub` as it is written, the rest as JSON. */
export function text(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && 'Fn::Sub' in value) return String(value['Fn::Sub']);
  return JSON.stringify(value);
}

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
