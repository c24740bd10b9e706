import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { instant } from '#shared/base/kernel/clock.ts';
import { tableDefinition, TTL_ATTRIBUTE } from '#shared/platform/store/table.ts';
import * as names from '../stage/names.ts';
import { readStages, type StageSettings } from '../stage/stages.ts';
import { sayNumbers } from './numbers.ts';
import { saySettled } from './settle/settle.ts';

/** `npm run restore -- <stage> --to <instant>`: brings the table of a stage back to a point in time, as a new table. */

export const USAGE = `npm run restore -- <stage> --to <instant>
npm run restore -- <stage> --to <instant> --numbers [--apply]
npm run restore -- <stage> --to <instant> --settle [--until <instant>] [--apply]

Restores the table of a stage as it was at an instant of the last 35 days (ISO 8601 with a time zone, such as 2026-11-22T09:30:00Z) into a new
table, and gives that what a restore leaves out: stream, expiry, point-in-time recovery, deletion protection and tags. Then it prints what to
put into cdk.json for the next deploy to use the new table. The stage and its own table stay as they are. It can be repeated: what is done
already is not done again.

--numbers  lists, after the restore and before the deploy, invoices and credit notes that were issued after the instant: their XML is in the
           bucket, and the restored table would give their numbers again. With --apply it raises the counters of their series.
--settle   lists, after the restore and before the deploy, what the restored table would send again: reminders, scheduled and waiting mails, notices,
           recurring invoices and submissions that were due before the stage was paused (--until; default: now). With --apply it marks them as
           done, or has them look for what was sent. Mails that were due in the 15 minutes before the pause are left to be sent.

Exit codes: 0 restored; 1 AWS refused; 2 wrong usage.`;

export interface Terminal {
  say(line: string): void;
  wait(seconds: number): Promise<void>;
  /** Sets environment variables of this process. */
  setEnvironment(variables: Record<string, string>): void;
}

/** Seconds between two looks at a table that is being made: a restore takes minutes, and longer for a large table. */
const BETWEEN_LOOKS = 20;

/** @returns the exit code */
export async function restore(
  argv: readonly string[],
  terminal: Terminal,
  file = join(import.meta.dirname, '..', '..', 'cdk.json'),
): Promise<number> {
  const asked = argumentsOf(argv, file);
  if (typeof asked === 'string') {
    terminal.say(asked);
    return argv[0] === '--help' ? 0 : 2;
  }
  try {
    if (asked.numbers) {
      terminal.setEnvironment(await environmentOf(asked));
      return await sayNumbers(asked, terminal.say);
    }
    if (asked.settle) {
      terminal.setEnvironment(await environmentOf(asked));
      const gap = { to: asked.to.toISOString(), until: asked.until?.toISOString() ?? instant() };
      return await saySettled(gap, asked.apply, terminal.say);
    }
    const restoredTable = await restoreTable(asked, terminal);
    terminal.say(
      `\nThe table is ready. Before the deploy: list what was issued after that instant with the same command and --numbers, and what would be sent again with --settle.`,
    );
    terminal.say(`Then put this into the stage ${asked.stage.name} of cdk.json, and deploy:\n`);
    terminal.say(`"restoredTable": ${JSON.stringify(restoredTable, null, 2)}`);
    terminal.say('\nThe whole procedure is in docs/operations/restoring.md, "Restore".');
    return 0;
  } catch (error) {
    const { name, message } = error as Error;
    terminal.say(`${name}: ${message}`);
    return 1;
  }
}

interface Asked {
  stage: StageSettings;
  to: Date;
  /** Whether to list the numbers that the restored table does not know, and to raise the counters. */
  numbers: boolean;
  /** Whether to settle what the restored table would do again, which was due before `until`; undefined: now. */
  settle: boolean;
  until: Date | undefined;
  apply: boolean;
}

const OPTIONS = {
  to: { type: 'string' },
  numbers: { type: 'boolean', default: false },
  settle: { type: 'boolean', default: false },
  until: { type: 'string' },
  apply: { type: 'boolean', default: false },
} as const;

/** @returns the arguments, or what is wrong with them */
function argumentsOf(argv: readonly string[], file: string): Asked | string {
  if (argv.length === 0 || argv[0] === '--help') return USAGE;
  let parsed;
  try {
    parsed = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    return `${(error as Error).message}\n\n${USAGE}`;
  }
  const { values, positionals } = parsed;
  const stages = readStages((JSON.parse(readFileSync(file, 'utf8')) as { context: { stages: unknown } }).context.stages);
  const stage = stages.find(one => one.name === positionals[0]);
  if (!stage || positionals.length > 1)
    return `There is no stage ${positionals.join(' ')} in cdk.json, which has ${stages.map(one => one.name).join(', ')}.\n\n${USAGE}`;
  const { to = '', until, numbers, settle, apply } = values;
  if (!isInstant(to)) return `--to must be an instant with its time zone, such as 2026-11-22T09:30:00Z.\n\n${USAGE}`;
  if (numbers && settle) return `Give either --numbers or --settle.\n\n${USAGE}`;
  if (apply && !numbers && !settle) return `--apply is for --numbers and --settle.\n\n${USAGE}`;
  if (until !== undefined && !settle) return `--until is for --settle.\n\n${USAGE}`;
  if (until !== undefined && !(isInstant(until) && Date.parse(until) >= Date.parse(to)))
    return `--until must be an instant with its time zone, not before --to.\n\n${USAGE}`;
  return { stage, to: new Date(to), numbers, settle, until: until === undefined ? undefined : new Date(until), apply };
}

const isInstant = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/.test(text) && !Number.isNaN(Date.parse(text));

/** The name of a restored table: that of the stage's own, and the instant. */
export const restoredName = (stage: StageSettings, to: Date): string =>
  `${names.ownTableName(stage)}-${to.toISOString().slice(0, 19).replace(/\D/g, '')}`;

/** What the service's own code needs to reach the restored table and the bucket. */
async function environmentOf({ stage, to }: Asked): Promise<Record<string, string>> {
  const { Account = '' } = await new STSClient({ region: stage.region }).send(new GetCallerIdentityCommand({}));
  const bucket = names.documentsBucket(stage).replace('${AWS::AccountId}', Account).replace('${AWS::Region}', stage.region);
  return { AWS_REGION: stage.region, TABLE_NAME: restoredName(stage, to), DOCUMENTS_BUCKET: bucket };
}

async function restoreTable({ stage, to }: Asked, { say, wait }: Terminal): Promise<{ name: string; streamArn: string }> {
  const dynamodb = new DynamoDBClient({ region: stage.region });
  const name = restoredName(stage, to);
  const describe = async (): Promise<TableDescription | undefined> => {
    try {
      return (await dynamodb.send(new DescribeTableCommand({ TableName: name }))).Table;
    } catch (error) {
      if ((error as Error).name === 'ResourceNotFoundException') return undefined;
      throw error;
    }
  };
  /** Waits until the table and its indexes can be used and changed. */
  const settled = async (): Promise<TableDescription> => {
    for (;;) {
      const table = await describe();
      const all = [table?.TableStatus, ...(table?.GlobalSecondaryIndexes ?? []).map(({ IndexStatus }) => IndexStatus)];
      if (table && all.every(status => status === 'ACTIVE')) return table;
      await wait(BETWEEN_LOOKS);
    }
  };

  if (await describe()) say(`${name} is there already.`);
  else {
    const from = names.tableName(stage);
    say(`Restoring ${from} as it was at ${to.toISOString()} to ${name} …`);
    await dynamodb.send(
      new RestoreTableToPointInTimeCommand({ SourceTableName: from, TargetTableName: name, RestoreDateTime: to }),
    );
  }
  let table = await settled();

  if (!table.StreamSpecification?.StreamEnabled) {
    say('Switching its stream on …');
    const { StreamSpecification } = tableDefinition(name);
    await dynamodb.send(new UpdateTableCommand({ TableName: name, StreamSpecification }));
    table = await settled();
  }
  const expiry = await dynamodb.send(new DescribeTimeToLiveCommand({ TableName: name }));
  if (!/^ENABL/.test(expiry.TimeToLiveDescription?.TimeToLiveStatus ?? '')) {
    say('Switching the expiry of items on …');
    const TimeToLiveSpecification = { AttributeName: TTL_ATTRIBUTE, Enabled: true };
    await dynamodb.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification }));
  }
  const backups = await dynamodb.send(new DescribeContinuousBackupsCommand({ TableName: name }));
  if (backups.ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus !== 'ENABLED') {
    say('Switching point-in-time recovery on …');
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
    await dynamodb.send(new UpdateContinuousBackupsCommand({ TableName: name, PointInTimeRecoverySpecification }));
  }
  if (!table.DeletionProtectionEnabled) {
    say('Protecting it from deletion …');
    await dynamodb.send(new UpdateTableCommand({ TableName: name, DeletionProtectionEnabled: true }));
    table = await settled();
  }
  const Tags = Object.entries(names.stageTags(stage)).map(([Key, Value]) => ({ Key, Value }));
  await dynamodb.send(new TagResourceCommand({ ResourceArn: table.TableArn, Tags }));
  return { name, streamArn: table.LatestStreamArn ?? '' };
}
