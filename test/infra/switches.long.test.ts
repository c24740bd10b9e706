import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readStages, type StageSettings } from '../../infra/stage/stages.ts';
import { ofType, type StackTemplate, synthesise, partOfSystem, text } from './synthesis.ts';

/** The switches of a stage: what they change in the templates, how cdk.json sets them, and that the guide says so. */

const root = join(import.meta.dirname, '../..');
const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as {
  context: { stages: Record<string, Record<string, unknown>> };
};
const stages = readStages(context.stages);
const NAMES = ['dev', 'staging', 'prod'];

const count = (templates: readonly StackTemplate[], type: string, having: RegExp = /./): number =>
  ofType(templates, type).filter(({ Properties }) => having.test(text(Properties))).length;

interface Switch {
  on: unknown;
  /** Turned on without the others, one of which excludes it. */
  alone?: true;
  /** What the templates have only when it is on: its count is above zero. */
  seen: (templates: readonly StackTemplate[]) => number;
}

const SWITCHES: Record<string, Switch> = {
  gradualRollout: { on: true, seen: all => count(all, 'AWS::CodeDeploy::DeploymentGroup') },
  reserveConcurrency: { on: true, seen: all => count(all, 'AWS::Lambda::Function', /"ReservedConcurrentExecutions":\d/) },
  tracing: { on: true, seen: all => count(all, 'AWS::Lambda::Function', /"TracingConfig":\{"Mode":"Active"\}/) },
  dashboard: { on: true, seen: all => count(all, 'AWS::CloudWatch::Dashboard') },
  backups: { on: true, seen: all => count(all, 'AWS::Backup::BackupPlan') },
  backupCopyVault: {
    on: 'arn:aws:backup:eu-west-1:111122223333:backup-vault:copies',
    seen: all => count(all, 'AWS::Backup::BackupPlan', /"CopyActions"/),
  },
  hostedZone: {
    on: { id: 'Z0000000000000', name: 'invoicing.example' },
    seen: all => count(all, 'AWS::ApiGatewayV2::DomainName', /"api\.invoicing\.example"/),
  },
  ownDomain: { on: true, alone: true, seen: all => count(all, 'AWS::ApiGatewayV2::Api', /"disableExecuteApiEndpoint":true/) },
  trackingUrl: {
    on: 'https://links.invoicing.example',
    seen: all =>
      count(all, 'AWS::ApiGatewayV2::DomainName', /"links\.invoicing\.example"/) *
      count(all, 'AWS::CloudFront::Distribution', /"links\.invoicing\.example"/) *
      count(all, 'AWS::Lambda::Function', /"TRACKING_URL":"https:\/\/links\.invoicing\.example"/),
  },
  edge: { on: { proofs: ['a1'.repeat(32)] }, seen: all => count(all, 'AWS::CloudFront::Distribution') },
  canary: { on: {}, seen: all => count(all, 'AWS::Scheduler::Schedule', /-canary-run"/) * count(all, 'AWS::Lambda::Url') },
  alarmEmail: {
    on: 'operations@invoicing.example',
    seen: all => count(all, 'AWS::SNS::Subscription', /operations@invoicing\.example/),
  },
};

/** With all switches that can be on together. */
let on: StackTemplate[];
/** With one switch, by its name. */
const alone = new Map<string, StackTemplate[]>();
let off: StackTemplate[];

beforeAll(async () => {
  const system = await partOfSystem();
  const prod = context.stages['prod'] ?? {};
  const without = Object.fromEntries(Object.entries(prod).filter(([name]) => !(name in SWITCHES)));
  const together = Object.entries(SWITCHES).filter(([, one]) => !one.alone);
  const all = Object.fromEntries(together.map(([name, { on: value }]) => [name, value]));
  const synthesised = (stage: object): StackTemplate[] => synthesise(system, readStages({ prod: stage })[0]);
  on = synthesised({ ...without, ...all });
  off = synthesised({ ...without, backups: false });
  for (const [name, one] of Object.entries(SWITCHES)) if (one.alone) alone.set(name, synthesised({ ...without, [name]: one.on }));
});

describe('the templates of prod', () => {
  it.each(Object.entries(SWITCHES))('%s: resources exist with it, and not without', (name, { seen }) => {
    expect(seen(alone.get(name) ?? on)).toBeGreaterThan(0);
    expect(seen(off)).toBe(0);
  });
});

it('prod in cdk.json gives anonymous logins and registrations a part of the concurrency, and no more', async () => {
  const prod = synthesise(await partOfSystem(), readStages({ prod: context.stages['prod'] ?? {} })[0]);
  expect(count(prod, 'AWS::Lambda::Function', /"ReservedConcurrentExecutions":\d/)).toBeGreaterThan(0);
  expect(stages.find(({ name }) => name === 'prod')?.reserveConcurrency).toBe(true);
});

/** Whether a stage has a switch on; backups are on by default. */
const isOn = (stage: StageSettings | undefined, name: string): boolean => {
  const value = stage?.[name as keyof StageSettings];
  return name === 'backups' ? value !== false : Boolean(value);
};

it('the table in docs/operations/deploying.md has every switch as cdk.json sets it, with a reason', () => {
  const guide = readFileSync(join(root, 'docs/operations/deploying.md'), 'utf8');
  const section = guide.split('\n## Switches of a stage\n')[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\| `(\w+)` \| (on|off) \| (on|off) \| (on|off) \| (.{40,}) \|$/gm)];
  expect(rows.map(([, name, ...values]) => [name, ...values.slice(0, 3)])).toEqual(
    Object.keys(SWITCHES).map(name => [
      name,
      ...NAMES.map(stage =>
        isOn(
          stages.find(one => one.name === stage),
          name,
        )
          ? 'on'
          : 'off',
      ),
    ]),
  );
});
