import type { Stack } from 'aws-cdk-lib';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import { CfnEventSourceMapping, type CfnEventSourceMappingProps } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Entry } from '../catalogue.ts';
import { eventSourceOf } from '../stage/event-sources.ts';
import * as names from '../stage/names.ts';
import type { StageSettings } from '../stage/stages.ts';
import { assumedBy, logicalId, policyDocument, substituted } from './template.ts';

/** What runs a background function by itself: its queue, the table's stream, or a schedule. State machines name their tasks. */
export function addTrigger(stack: Stack, stage: StageSettings, entry: Entry, deployed: { arn: string }): void {
  const { definition } = entry.handler;
  if (definition.kind === 'schedule') addSchedule(stack, stage, entry, deployed);
  if (definition.kind === 'worker' || definition.kind === 'stream') addEventSource(stack, stage, entry, deployed);
}

const triggerId = ({ name }: Entry): string => `${logicalId(name)}Trigger`;

function addEventSource(stack: Stack, stage: StageSettings, entry: Entry, { arn }: { arn: string }): void {
  const { definition } = entry.handler;
  const source = definition.kind === 'endpoint' ? undefined : eventSourceOf(definition);
  if (!source) return;
  const { batchSize, reportsItemFailures, maximumConcurrency, maximumRetryAttempts, maximumRecordAgeInSeconds, filters } = source;
  new CfnEventSourceMapping(stack, triggerId(entry), {
    ...sourceOf(stack, stage, entry),
    functionName: arn,
    // Always given, so that the deploy after a pause turns it on again: CloudFormation need not change what a template leaves out.
    enabled: !stage.paused,
    batchSize,
    ...(reportsItemFailures && { functionResponseTypes: ['ReportBatchItemFailures'] }),
    ...(maximumConcurrency !== undefined && { scalingConfig: { maximumConcurrency } }),
    ...(maximumRetryAttempts !== undefined && { maximumRetryAttempts }),
    ...(maximumRecordAgeInSeconds !== undefined && { maximumRecordAgeInSeconds }),
    ...(filters && { filterCriteria: { filters: filters.map(pattern => ({ pattern })) } }),
  });
}

/** The queue of a worker; or the table's stream with the settings for reading it. */
function sourceOf(
  stack: Stack,
  stage: StageSettings,
  { name, handler: { definition } }: Entry,
): Omit<CfnEventSourceMappingProps, 'functionName'> {
  if (definition.kind === 'worker') return { eventSourceArn: substituted(names.queueArn(stage, definition.queue)) };
  return {
    eventSourceArn: StringParameter.valueForStringParameter(stack, names.streamArnParameter(stage)),
    startingPosition: 'TRIM_HORIZON',
    bisectBatchOnFunctionError: true,
    destinationConfig: {
      onFailure: { destination: substituted(names.queueArn(stage, names.streamDeadLetters(name))) },
    },
  };
}

function addSchedule(stack: Stack, stage: StageSettings, entry: Entry, { arn }: { arn: string }): void {
  const { definition } = entry.handler;
  if (definition.kind !== 'schedule') return;
  const id = triggerId(entry);
  const role = new CfnRole(stack, `${id}Role`, {
    assumeRolePolicyDocument: assumedBy('scheduler.amazonaws.com', true),
    policies: [
      { policyName: 'invoke', policyDocument: policyDocument([{ Action: ['lambda:InvokeFunction'], Resource: [arn] }]) },
    ],
  });
  const { everyMinutes } = definition;
  new CfnSchedule(stack, id, {
    name: names.functionName(stage, definition.name),
    state: stage.paused ? 'DISABLED' : 'ENABLED',
    scheduleExpression: everyMinutes === 1 ? 'rate(1 minute)' : `rate(${everyMinutes} minutes)`,
    flexibleTimeWindow: { mode: 'OFF' },
    // Each run finds all due work, including that of a missed run: neither retries nor a dead-letter queue are needed.
    target: { arn, roleArn: role.attrArn, retryPolicy: { maximumRetryAttempts: 0 } },
  });
}
