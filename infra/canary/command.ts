import { GetFunctionUrlConfigCommand, InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import * as names from '../stage/names.ts';
import type { StageSettings } from '../stage/stages.ts';
import type { Credentials } from './credentials.ts';
import { SCOPES, setUp } from './set-up.ts';

/** `npm run canary -- <stage>`: sets the canary of a stage up, or gives it a new key. */

export const USAGE = `npm run canary -- <stage>

Sets up the canary of a stage that is deployed with \`canary\` (cdk.json): it asks for an API key for sandbox companies, makes the company, its client and
its webhook, stores what the canary needs in a SecureString of SSM Parameter Store, and runs it once. It can be repeated, for example with a new key.

The key is one of an account for the canary alone: POST /api/v1/api-tokens with "sandbox": true and the scopes
${SCOPES.join(', ')}.

Credentials of AWS are those of the AWS CLI (AWS_PROFILE). Exit codes: 0 set up, and the first run has passed; 1 it failed; 2 wrong usage.`;

/** The account of a stage, as far as the command changes it; tests replace it. */
export interface Account {
  /** The address of the function that receives webhooks; undefined before the deploy. */
  receiver(): Promise<string | undefined>;
  store(credentials: Credentials): Promise<void>;
  /** Runs the canary. @returns what it found; undefined if it has passed */
  run(): Promise<string | undefined>;
}

/** The account of the process's credentials. */
export function accountOf(stage: StageSettings): Account {
  const { region } = stage;
  const lambda = new LambdaClient({ region });
  return {
    receiver: async () => {
      const of = names.functionName(stage, names.CANARY.receive);
      try {
        return (await lambda.send(new GetFunctionUrlConfigCommand({ FunctionName: of }))).FunctionUrl;
      } catch (error) {
        if ((error as Error).name === 'ResourceNotFoundException') return undefined;
        throw error;
      }
    },
    store: async credentials => {
      const parameter = { Name: names.canaryParameter(stage), Value: JSON.stringify(credentials) };
      await new SSMClient({ region }).send(new PutParameterCommand({ ...parameter, Type: 'SecureString', Overwrite: true }));
    },
    run: async () => {
      const FunctionName = names.functionName(stage, names.CANARY.run);
      const { FunctionError, Payload } = await lambda.send(new InvokeCommand({ FunctionName }));
      if (FunctionError === undefined) return undefined;
      const { errorMessage } = JSON.parse(Buffer.from(Payload ?? []).toString()) as { errorMessage?: string };
      return errorMessage ?? FunctionError;
    },
  };
}

export interface Terminal {
  say(line: string): void;
  /** Asks for a text. */
  ask(question: string): Promise<string>;
}

/** @param accountIn makes the account of a stage @returns the exit code */
export async function canaryCommand(
  argv: readonly string[],
  stages: readonly StageSettings[],
  { say, ask }: Terminal,
  accountIn: (stage: StageSettings) => Account = accountOf,
): Promise<number> {
  const [name, ...more] = argv;
  const stage = stages.find(one => one.name === name);
  if (!stage || more.length > 0) {
    const known = stages.map(one => one.name).join(', ');
    say(
      name === undefined || name === '--help'
        ? USAGE
        : `There is no stage ${argv.join(' ')} in cdk.json, which has ${known}.\n\n${USAGE}`,
    );
    return name === '--help' ? 0 : 2;
  }
  if (!stage.canary) {
    say(`${stage.name} has no canary: set \`canary\` of the stage in cdk.json, and deploy it.`);
    return 1;
  }
  try {
    return await setUpStage(stage, accountIn(stage), { say, ask });
  } catch (error) {
    say((error as Error).message);
    return 1;
  }
}

async function setUpStage(stage: StageSettings, account: Account, { say, ask }: Terminal): Promise<number> {
  const receiver = await account.receiver();
  if (receiver === undefined) {
    say(`The canary of ${stage.name} is not deployed: npm run deploy -- '${stage.name}/*'.`);
    return 1;
  }
  const key = (await ask('API key for sandbox companies (af_test_…): ')).trim();
  if (!key.startsWith('af_test_')) {
    say('That is no key for sandbox companies: they begin with af_test_.');
    return 1;
  }
  await account.store(await setUp(stage.apiUrl, key, receiver));
  say(`The canary of ${stage.name} is set up. It runs once now, then every ${stage.canary?.everyMinutes} minutes.`);
  const found = await account.run();
  say(found === undefined ? 'The run has passed; the next one looks at what it has led to.' : `The run has failed: ${found}`);
  return found === undefined ? 0 : 1;
}
