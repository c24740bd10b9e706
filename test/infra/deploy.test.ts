import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CfnResource, Stack, Stage } from 'aws-cdk-lib';
import { CfnTopic } from 'aws-cdk-lib/aws-sns';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../infra/create-app.ts';
import { InvoicingStage } from '../../infra/invoicing-stage.ts';
import { CONTEXT, STAGE, systemOf, temporaryFolders } from './synthesis.ts';

const temporaryFolder = temporaryFolders();

const root = join(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const [program, command, ...flags] = scripts['deploy']?.split(' ') ?? [];

/** The only command that the README gives for a deploy, the first and later ones. */
const DOCUMENTED = "npm run deploy -- 'dev/*'";

describe('npm run deploy', () => {
  it('asks for no approval: with twelve stacks there would be as many questions', () => {
    expect([program, command]).toEqual(['cdk', 'deploy']);
    expect(flags.filter((_, at) => flags[at - 1] === '--require-approval')).toEqual(['never']);
    // Nothing that would ask after all. A flag counts more than cdk.json.
    expect(flags.filter(flag => flag.startsWith('--require-approval='))).toEqual([]);
    expect(JSON.parse(read('cdk.json'))).not.toHaveProperty('requireApproval');
  });

  it('checks the templates before it deploys: a finding ends it. So does CI; without the check, synthesis takes 7 s less', () => {
    expect(scripts['deploy']).toContain('--context validate=true');
    expect(read('.ci/run')).toMatch(/^npm run synth -- --context validate=true/m);
    const { context } = JSON.parse(read('cdk.json')) as { context: Record<string, unknown> };
    const synthesise = (more: Record<string, string>) => {
      const app = createApp({ context: { ...context, ...more }, outdir: temporaryFolder('cdk') });
      new CfnResource(new Stack(app, 'Stack'), 'Queue', { type: 'AWS::SQS::Queue', properties: { VisibilityTimeout: 'long' } });
      app.synth();
    };
    expect(() => synthesise({ validate: 'true' })).toThrow(expect.objectContaining({ name: 'ValidationFailed' }));
    expect(() => synthesise({})).not.toThrow();
  });

  it('deploys all stacks of a stage, and none of another, by one pattern', { timeout: 120_000 }, async () => {
    expect(read('README.md')).toContain(`\n${DOCUMENTED}\n`);
    const app = createApp({ context: CONTEXT, outdir: temporaryFolder('cdk') });
    const stage = new InvoicingStage(app, { ...STAGE, name: 'dev' }, await systemOf());
    new CfnTopic(new Stack(new Stage(app, 'devel'), 'Data'), 'Topic');
    const { directory } = app.synth();

    // The CDK itself reads the pattern, from the assembly: that needs no account.
    const pattern = /'(.+)'/.exec(DOCUMENTED)?.[1] ?? '';
    const cdk = join(root, 'node_modules/aws-cdk/bin/cdk');
    const listed = execFileSync(process.execPath, [cdk, 'list', pattern, '--app', directory], { cwd: root, encoding: 'utf8' });
    const chosen = [...listed.matchAll(/^\S+ \((\S+)\)$/gm)].map(([, stackName = '']) => stackName);
    const stacks = stage.synth().stacks.map(({ stackName }) => stackName);
    expect(stacks.length).toBeGreaterThan(8);
    expect(chosen.toSorted()).toEqual(stacks.toSorted());
  });
});
