import { beforeAll, describe, expect, it } from 'vitest';
import type { System } from '../../infra/stage/invoicing-stage.ts';
import { readStages } from '../../infra/stage/stages.ts';
import { LONG } from '../support/effort.ts';
import { ofType, type StackTemplate, STAGE, synthesise, partOfSystem, systemOf, text } from './synthesis.ts';

/** Backups, and a stage that uses a restored table. */

const VAULT = 'arn:aws:backup:eu-west-1:111122223333:backup-vault:copies';
const RESTORED = {
  name: 'test-invoicing-20261101',
  streamArn: 'arn:aws:dynamodb:eu-central-1:111122223333:table/test-invoicing-20261101/stream/2026-11-02T10:00:00.000',
};

let system: System;
let templates: StackTemplate[];
beforeAll(async () => {
  // The whole system in the long run.
  system = await (LONG ? systemOf() : partOfSystem());
  templates = synthesise(system, { ...STAGE, backupCopyVault: VAULT });
});

interface Rule {
  RuleName: string;
  Lifecycle: { DeleteAfterDays: number };
  CopyActions?: { DestinationBackupVaultArn: string }[];
}

describe('backups', () => {
  const rulesOf = (of: StackTemplate[]): Rule[] =>
    ofType(of, 'AWS::Backup::BackupPlan').flatMap(
      ({ Properties }) => (Properties['BackupPlan'] as { BackupPlanRule: Rule[] }).BackupPlanRule,
    );

  it('of the table and of the files are made every day for 35 days, and every month for a year', () => {
    expect(rulesOf(templates).map(({ RuleName, Lifecycle }) => [RuleName, Lifecycle.DeleteAfterDays])).toEqual([
      ['daily', 35],
      ['monthly', 365],
    ]);
    const [selection] = ofType(templates, 'AWS::Backup::BackupSelection');
    const { Resources } = selection?.Properties['BackupSelection'] as { Resources: unknown[] };
    expect(Resources.map(text)).toEqual([
      expect.stringMatching(/:table\/test-invoicing$/),
      expect.stringMatching(/:s3:::test-invoicing-documents-/),
    ]);
  });

  it('are copied to another region where the stage names a vault there', () => {
    for (const { CopyActions } of rulesOf(templates)) expect(CopyActions).toMatchObject([{ DestinationBackupVaultArn: VAULT }]);
    for (const { CopyActions } of rulesOf(synthesise(system))) expect(CopyActions).toBeUndefined();
  });

  it('cannot be deleted early, and survive the stack', () => {
    const [vault] = ofType(templates, 'AWS::Backup::BackupVault');
    expect(vault).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: { LockConfiguration: { MinRetentionDays: 35, MaxRetentionDays: 365 } },
    });
    // Compliance mode could never be turned off again.
    expect(vault?.Properties['LockConfiguration']).not.toHaveProperty('ChangeableForDays');
  });

  it('can be switched off for a stage whose data may be lost', () => {
    expect(synthesise(system, { ...STAGE, backups: false }).map(({ stack }) => stack)).not.toContain('test-recovery');
  });
});

describe('a stage with `restoredTable`', () => {
  it('uses the restored table and its stream everywhere, and keeps its own unchanged', () => {
    const restored = synthesise(system, { ...STAGE, restoredTable: RESTORED });
    const [own] = ofType(restored, 'AWS::DynamoDB::Table');
    expect(own?.Properties['TableName']).toBe('test-invoicing');
    const variables = ofType(restored, 'AWS::Lambda::Function').flatMap(({ Properties }) => {
      const { Variables = {} } = (Properties['Environment'] ?? {}) as { Variables?: Record<string, unknown> };
      return 'TABLE_NAME' in Variables ? [Variables['TABLE_NAME']] : [];
    });
    expect(variables.length).toBeGreaterThan(LONG ? 200 : 60);
    expect(new Set(variables)).toEqual(new Set([RESTORED.name]));
    const others = restored.filter(({ stack }) => stack !== 'test-data');
    expect(JSON.stringify(others)).not.toMatch(
      /:table\/test-invoicing["/]|"TableName":"test-invoicing"|"Value":"test-invoicing"/,
    );
    const stream = ofType(restored, 'AWS::SSM::Parameter').find(
      ({ Properties }) => Properties['Name'] === '/invoicing/test/table-stream-arn',
    );
    expect(stream?.Properties['Value']).toBe(RESTORED.streamArn);
  });

  it.each([
    [{ ...RESTORED, streamArn: RESTORED.streamArn.replace('20261101', '20261102') }, /must name the stream of that table/],
    [{ ...RESTORED, streamArn: 'latest' }, /must be the ARN of a stream/],
    [{ ...RESTORED, name: 'a table' }, /must be the name of a table/],
  ])('is rejected: %o', (restoredTable, message) => {
    const { name, ...settings } = STAGE;
    expect(() => readStages({ [name]: { ...settings, restoredTable } })).toThrow(message);
  });
});
