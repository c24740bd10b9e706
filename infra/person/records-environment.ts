import { readFileSync } from 'node:fs';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import * as names from '../stage/names.ts';
import { readStages } from '../stage/stages.ts';

/** Where the records of erasures of a stage are, and the key that seals them; none for a stage that cdk.json does not have. */
export async function recordsEnvironment(name: string): Promise<Record<string, string>> {
  const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: { stages: unknown } };
  const stage = readStages(context.stages).find(one => one.name === name);
  if (!stage) return {};
  const { Account = '' } = await new STSClient({ region: stage.region }).send(new GetCallerIdentityCommand({}));
  const bucket = names.documentsBucket(stage).replace('${AWS::AccountId}', Account).replace('${AWS::Region}', stage.region);
  return { DOCUMENTS_BUCKET: bucket, SECRETS_KEY: names.keyAlias(stage, 'secrets') };
}
