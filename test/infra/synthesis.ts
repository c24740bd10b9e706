import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { CloudFormationStackArtifact } from 'aws-cdk-lib/cx-api';
import { afterAll } from 'vitest';
import { type Catalogue, loadCatalogue } from '../../infra/catalogue.ts';
import { InvoicingStage, type System } from '../../infra/stage/invoicing-stage.ts';
import { PRINTER } from '../../infra/stage/names.ts';
import { readStages, type StageSettings } from '../../infra/stage/stages.ts';
import { stateMachineFiles } from '../../infra/stage/state-machines.ts';

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
  terminationProtection: boolean;
  /** The stacks that are deployed before. */
  after: string[];
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
    dashboard: true,
    reserveConcurrency: true,
    settings: { EINVOICE_ARTIFACTS: 's3://test-einvoice-rules/cius-ro' },
  },
})[0]!;

/** Feature flags that cdk.json sets. */
export const CONTEXT = {
  '@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy': true,
  '@aws-cdk/core:validateAgainstDefaultRules': true,
};

/** Creates folders that are removed after the tests of a file; call it where the file is loaded, as the files of a worker share this module. */
export function temporaryFolders(): (name: string) => string {
  const folders: string[] = [];
  afterAll(() => folders.forEach(folder => rmSync(folder, { recursive: true, force: true })));
  return name => {
    const folder = mkdtempSync(join(tmpdir(), `invoicing-${name}-`));
    folders.push(folder);
    return folder;
  };
}

const stub = (name: string): string => join(import.meta.dirname, 'stub', name);

/** A system with code that does nothing: the tests are about the resources around the code. */
function around(catalogue: Catalogue, machines: System['machines']): System {
  const codeOf: System['codeOf'] = ({ name }) => ({
    asset: stub('code'),
    layer: name === PRINTER ? stub('layer') : undefined,
  });
  return Object.freeze({ catalogue, machines, codeOf, documentFunction: () => stub('code'), canaryFunctions: stub('code') });
}

let whole: Promise<System> | undefined;
let part: Promise<System> | undefined;

/** The system; one object for all test files of a worker, so that `synthesise` makes its templates once. */
export const systemOf = (): Promise<System> =>
  (whole ??= Promise.all([loadCatalogue(), stateMachineFiles()]).then(([catalogue, machines]) => around(catalogue, machines)));

const PART = new Set(['auth', 'pages', 'system', 'workers', 'schedules', 'tasks']);

/** The system with the endpoints of a few areas: a third of the work, for settings that change all functions alike. */
export const partOfSystem = (): Promise<System> =>
  (part ??= systemOf().then(({ catalogue: { endpoints, background }, machines }) =>
    around(
      {
        endpoints: endpoints.filter(({ area }) => PART.has(area)),
        background: background.filter(({ area }) => PART.has(area)),
      },
      machines,
    ),
  ));

/** Freezes a whole value that was read from JSON. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

/** All stacks of a stage, not cached. */
export function synthesiseAnew(system: System, stage: StageSettings = STAGE): StackTemplate[] {
  const outdir = mkdtempSync(join(tmpdir(), 'invoicing-cdk-'));
  try {
    return new InvoicingStage(new App({ context: CONTEXT, outdir }), stage, system)
      .synth()
      .stacks.map(({ stackName, template, terminationProtection, dependencies }) => ({
        stack: stackName,
        resources: (template as { Resources: Record<string, Resource> }).Resources,
        parameters: (template as { Parameters?: StackTemplate['parameters'] }).Parameters ?? {},
        outputs: (template as { Outputs?: StackTemplate['outputs'] }).Outputs ?? {},
        terminationProtection: terminationProtection === true,
        after: dependencies.flatMap(one => (one instanceof CloudFormationStackArtifact ? [one.stackName] : [])),
        bytes: Buffer.byteLength(JSON.stringify(template)),
      }));
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

const made = new WeakMap<System, Map<string, StackTemplate[]>>();

/** All stacks of a stage; made once for all test files of a worker, so that none may change them: they are frozen. */
export function synthesise(system: System, stage: StageSettings = STAGE): StackTemplate[] {
  const stages = made.get(system) ?? new Map<string, StackTemplate[]>();
  made.set(system, stages);
  const key = JSON.stringify(stage);
  const templates = stages.get(key) ?? frozen(synthesiseAnew(system, stage));
  stages.set(key, templates);
  return templates;
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

/** The statements that allow locking files, and the years that their functions may lock them for. */
export function locking(of: readonly StackTemplate[]) {
  const statements = ofType(of, 'AWS::IAM::Role')
    .flatMap(({ Properties }) => (Properties['Policies'] ?? []) as { PolicyDocument: { Statement: object[] } }[])
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement as { Action: unknown; Resource: unknown; Condition?: unknown }[])
    .filter(({ Action }) => list(Action).includes('s3:PutObjectRetention'));
  const years = ofType(of, 'AWS::Lambda::Function').flatMap(({ Properties }) => {
    const { Variables = {} } = (Properties['Environment'] ?? {}) as { Variables?: Record<string, unknown> };
    return Variables['EVIDENCE_RETENTION_YEARS'] ?? [];
  });
  return { statements, years };
}
