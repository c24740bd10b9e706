import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stack, Stage } from 'aws-cdk-lib';
import { CfnTopic } from 'aws-cdk-lib/aws-sns';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../infra/create-app.ts';
import { InvoicingStage } from '../../infra/stage/invoicing-stage.ts';
import { CONTEXT, STAGE, systemOf, temporaryFolders } from './synthesis.ts';

const temporaryFolder = temporaryFolders();
const root = join(import.meta.dirname, '..', '..');

/** The only command that the README gives for a deploy, the first and later ones. */
const DOCUMENTED = "npm run deploy -- 'dev/*'";

describe('npm run deploy, as the CDK reads it', () => {
  it('deploys all stacks of a stage, and none of another, by one pattern', async () => {
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(`\n${DOCUMENTED}\n`);
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
