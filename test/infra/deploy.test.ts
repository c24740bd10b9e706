import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CfnResource, Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../infra/create-app.ts';
import { ALL } from '../support/effort.ts';
import { temporaryFolders } from './synthesis.ts';

const temporaryFolder = temporaryFolders();

const root = join(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const [program, command, ...flags] = scripts['deploy']?.split(' ') ?? [];

describe('npm run deploy', () => {
  it('asks for no approval: twelve stacks would ask as many questions', () => {
    expect([program, command]).toEqual(['cdk', 'deploy']);
    expect(flags.filter((_, at) => flags[at - 1] === '--require-approval')).toEqual(['never']);
    // No option that would still ask. A flag takes precedence over cdk.json.
    expect(flags.filter(flag => flag.startsWith('--require-approval='))).toEqual([]);
    expect(JSON.parse(read('cdk.json'))).not.toHaveProperty('requireApproval');
  });

  it('checks the templates before it deploys, and so does CI; synthesis without the check takes 7 s less', () => {
    expect(scripts['deploy']).toContain('--context validate=true');
    expect(read('.ci/run')).toMatch(/^npm run synth -- --context validate=true/m);
  });

  // The CDK loads its rules, half a minute of processor time.
  it.runIf(ALL)('fails at a finding when it checks the templates', () => {
    const { context } = JSON.parse(read('cdk.json')) as { context: Record<string, unknown> };
    const synthesise = (more: Record<string, string>) => {
      const app = createApp({ context: { ...context, ...more }, outdir: temporaryFolder('cdk') });
      new CfnResource(new Stack(app, 'Stack'), 'Queue', { type: 'AWS::SQS::Queue', properties: { VisibilityTimeout: 'long' } });
      app.synth();
    };
    expect(() => synthesise({ validate: 'true' })).toThrow(expect.objectContaining({ name: 'ValidationFailed' }));
    expect(() => synthesise({})).not.toThrow();
  });
});
