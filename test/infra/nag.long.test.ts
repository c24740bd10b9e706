import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { beforeAll, describe, expect, it } from 'vitest';
import { InvoicingStage } from '../../infra/stage/invoicing-stage.ts';
import { CONTEXT, STAGE, systemOf, temporaryFolders } from './synthesis.ts';

const temporaryFolder = temporaryFolders();

/** Findings of the AWS Solutions rules that we accept, and why. Each must still be found: a reason without a finding is out of date. */
const KEPT: { rule: RegExp; at: RegExp; why: string }[] = [
  {
    rule: /^AwsSolutions-SQS3$/,
    at: /\/Messaging\/.*DeadLetters\//,
    why: 'It is a dead-letter queue itself: that of the stream, which Lambda feeds and not another queue.',
  },
  {
    rule: /^AwsSolutions-SF2$/,
    at: /\/Workflows\//,
    why: 'X-Ray adds a cost per transition and shows what the execution history shows.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::\*\]$/,
    at: /\/Workflows\/\w+Role$/,
    why: 'Log deliveries have no resources in IAM.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::arn:.*:log-group:\/invoicing\/[\w/-]+:\*\]$/,
    at: /Role$/,
    why: 'The streams of the log group of one area: Lambda names them.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::arn:.*:table\/test-invoicing\/(index|stream)\/\*\]$/,
    at: /Functions\/\w+Role$/,
    why: 'The indexes of the one table; its stream, whose label is a time.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::\*\]$/,
    at: /Functions\/SchedulesRotateTokenKeysRole$/,
    why: 'A key that is to be made has no name yet; narrowed by a condition to one that bears the tag of the token keys.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::arn:.*:key\/\*\]$/,
    at: /Functions\/\w+Role$/,
    why: 'Narrowed by a condition on alias, tag or kind, so that an alias may be turned to a new key.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::arn:.*:s3:::test-invoicing-(documents|uploads)-.*\/\*\]$/,
    at: /Functions\/\w+Role$/,
    why: 'Files of documents and uploads; which company one belongs to is decided by its key, in shared/documents/common.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::arn:.*:s3:::test-invoicing-anchors-.*\/companies\/\*\]$/,
    at: /Functions\/(WorkersTakeAnchor|WorkersAuditSample|DocumentSeriesAudit|ReportsControlFile)Role$/,
    why: 'Anchors of companies, to read and to add: none can be replaced or removed.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::arn:.*:s3:::test-einvoice-rules\/cius-ro\/\*\]$/,
    at: /Functions\/WorkersRunSchematronRole$/,
    why: 'The compiled official rules, as many files as the deployer has put there.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::arn:.*:function:test-[a-z-]+-\*:live\]$/,
    at: /\/Api\/Invoker$/,
    why: 'API Gateway invokes all endpoints of an area; a list of 300 functions would not fit into a role.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::(\*|arn:.*:function:test-[a-z-]+-\*)\]$/,
    at: /Functions\/RolloutRole$/,
    why: 'CodeDeploy moves the aliases of all functions of the stack, and reads alarms, which have no resources in IAM.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::(\*|arn:.*(\/\*|:rule\/AwsBackupManagedRule\*|:recovery-point:\*))\]$/,
    at: /Recovery\/Role$/,
    why: 'AWS Backup reads all files of one bucket and names its backups and rules itself; the rest has no resources in IAM.',
  },
  {
    rule: /^AwsSolutions-CFR1$/,
    at: /\/Edge\/Distribution$/,
    why: 'Companies call from wherever their people and systems are.',
  },
  {
    rule: /^AwsSolutions-CFR3$/,
    at: /\/Edge\/Distribution$/,
    why: 'The rule knows only the log whose fields cannot be chosen: ours is a delivery to CloudWatch, without path and query.',
  },
];

/** With all optional resources of a stage. */
const FULL = {
  ...STAGE,
  edge: { proofs: ['a1'.repeat(32)], only: false, requestsPerAddress: 60_000, priceClass: 'PriceClass_100' as const },
  canary: { everyMinutes: 60 },
};

interface Violation {
  ruleName: string;
  violatingConstructs: { constructPath: string }[];
}

/** What the rules find in a stage: `<rule> at <path of the construct>`. */
async function findingsOf(stage: typeof FULL & { tracing?: boolean }): Promise<string[]> {
  const out = temporaryFolder('nag');
  const app = new App({ context: CONTEXT, outdir: out });
  new InvoicingStage(app, stage, await systemOf());
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  // Any finding makes the synthesis fail; the tests say which ones are accepted.
  expect(() => app.synth()).toThrow(expect.objectContaining({ name: 'ValidationFailed' }));
  const { pluginReports } = JSON.parse(readFileSync(join(out, 'validation-report.json'), 'utf8')) as {
    pluginReports: { violations: Violation[] }[];
  };
  return pluginReports.flatMap(({ violations }) =>
    violations.flatMap(({ ruleName, violatingConstructs }) =>
      violatingConstructs.map(({ constructPath }) => `${ruleName} at ${constructPath}`),
    ),
  );
}

let findings: string[];

beforeAll(async () => {
  findings = await findingsOf(FULL);
});

const keeps = ({ rule, at }: (typeof KEPT)[number], finding: string): boolean => {
  const [name = '', path = ''] = finding.split(' at ');
  return rule.test(name) && at.test(path);
};

describe('AWS Solutions rules (cdk-nag)', () => {
  it('find nothing that is not accepted for a documented reason', () => {
    expect(findings.filter(finding => !KEPT.some(kept => keeps(kept, finding)))).toEqual([]);
  });

  it('every accepted finding is still found: no reason is out of date', () => {
    expect(KEPT.filter(kept => !findings.some(finding => keeps(kept, finding))).map(({ rule }) => String(rule))).toEqual([]);
  });

  it('find in a stage with traces only that X-Ray has no resources in IAM', async () => {
    const traced = await findingsOf({ ...FULL, tracing: true });
    const more = traced.filter(finding => !findings.includes(finding));
    // The same statement in every role; any other `*` of a function is a finding of the stage without traces.
    const roles = more.filter(finding => /^AwsSolutions-IAM5\[Resource::\*\] at .*Functions\/\w+Role$/.test(finding));
    expect(roles.length).toBeGreaterThan(200);
    expect(more).toEqual(roles);
    expect(traced.some(finding => finding.startsWith('AwsSolutions-SF2'))).toBe(false);
  });
});
