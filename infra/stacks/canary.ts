import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import { CfnFunction, CfnPermission, CfnUrl } from 'aws-cdk-lib/aws-lambda';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { CANARY_VARIABLES } from '../canary/variables.ts';
import type { CanarySettings } from '../canary/settings.ts';
import * as names from '../stage/names.ts';
import type { StageSettings } from '../stage/stages.ts';
import { codeAsset } from './code-asset.ts';
import { assumedBy, policyDocument } from './template.ts';

export interface CanaryProps extends StackProps {
  /** Folder of its functions. */
  code: string;
}

/** A run takes some eight requests, one after the other, and waits for none longer than 31 seconds. */
const RUN_SECONDS = 120;
/** Senders of webhooks wait for ten seconds. */
const RECEIVE_SECONDS = 10;
/** Anybody may call the receiver: a flood of requests must not take the account's concurrency from the API. */
const RECEIVED_AT_ONCE = 2;

/**
 * The canary of a stage (docs/adr/0048-canary.md): a function that a schedule runs, and one at an address of its own that receives webhooks. They share
 * code and role, and may read one parameter and write their log: all else they do by the API, as anybody could.
 */
export class CanaryStack extends Stack {
  readonly #stage: StageSettings;

  constructor(
    scope: Construct,
    id: string,
    stage: StageSettings,
    { everyMinutes }: CanarySettings,
    { code, ...props }: CanaryProps,
  ) {
    super(scope, id, props);
    this.#stage = stage;
    const logs = new CfnLogGroup(this, 'Logs', {
      logGroupName: names.logGroupName(stage, names.CANARY.log),
      retentionInDays: stage.logRetentionDays,
    });
    const role = new CfnRole(this, 'Role', {
      description: 'Reads what the canary needs to know',
      assumeRolePolicyDocument: assumedBy('lambda.amazonaws.com'),
      policies: [
        {
          policyName: 'uses',
          policyDocument: policyDocument([
            {
              Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
              Resource: [`${names.logGroupArn(stage, names.CANARY.log)}:*`],
            },
            { Action: ['ssm:GetParameter'], Resource: [names.parameterArn(names.canaryParameter(stage))] },
          ]),
        },
      ],
    });
    const properties = {
      runtime: 'nodejs24.x',
      architectures: ['arm64'],
      code: codeAsset(this, code),
      memorySize: 256,
      role: role.attrArn,
      environment: {
        variables: {
          [CANARY_VARIABLES.url]: stage.apiUrl,
          [CANARY_VARIABLES.everyMinutes]: String(everyMinutes),
          [CANARY_VARIABLES.parameter]: names.canaryParameter(stage),
        },
      },
      loggingConfig: { logGroup: logs.ref, logFormat: 'JSON' },
    };
    const run = new CfnFunction(this, 'Run', {
      ...properties,
      functionName: names.functionName(stage, names.CANARY.run),
      description: 'Runs the canary',
      handler: 'canary.run',
      timeout: RUN_SECONDS,
    });
    this.schedule(run, everyMinutes);
    const receive = new CfnFunction(this, 'Receive', {
      ...properties,
      functionName: names.functionName(stage, names.CANARY.receive),
      description: 'Receives webhooks of the canary',
      handler: 'canary.receive',
      timeout: RECEIVE_SECONDS,
      ...(stage.reserveConcurrency && { reservedConcurrentExecutions: RECEIVED_AT_ONCE }),
    });
    this.address(receive);
  }

  private schedule(run: CfnFunction, everyMinutes: number): void {
    const role = new CfnRole(this, 'ScheduleRole', {
      assumeRolePolicyDocument: assumedBy('scheduler.amazonaws.com', true),
      policies: [
        {
          policyName: 'invoke',
          policyDocument: policyDocument([{ Action: ['lambda:InvokeFunction'], Resource: [run.attrArn] }]),
        },
      ],
    });
    new CfnSchedule(this, 'Schedule', {
      name: names.functionName(this.#stage, names.CANARY.run),
      state: this.#stage.paused ? 'DISABLED' : 'ENABLED',
      scheduleExpression: `rate(${everyMinutes} minutes)`,
      flexibleTimeWindow: { mode: 'OFF' },
      // A run that was missed is missing in the metric that the alarm watches.
      target: { arn: run.attrArn, roleArn: role.attrArn, retryPolicy: { maximumRetryAttempts: 0 } },
    });
  }

  /** Anybody may call it, as every receiver of webhooks: what counts is the signature. */
  private address(receive: CfnFunction): void {
    const url = new CfnUrl(this, 'Url', { targetFunctionArn: receive.attrArn, authType: 'NONE' });
    const allowed = { functionName: receive.attrArn, principal: '*' };
    new CfnPermission(this, 'UrlPermission', { ...allowed, action: 'lambda:InvokeFunctionUrl', functionUrlAuthType: 'NONE' });
    new CfnPermission(this, 'InvokePermission', { ...allowed, action: 'lambda:InvokeFunction', invokedViaFunctionUrl: true });
    new CfnOutput(this, 'Receiver', {
      value: url.attrFunctionUrl,
      description: 'Address of the webhook, which npm run canary sets up',
    });
  }
}
