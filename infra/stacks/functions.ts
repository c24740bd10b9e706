import { Stack, type StackProps } from 'aws-cdk-lib';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import { CfnEventSourceMapping, type CfnEventSourceMappingProps, CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnLogGroup, CfnMetricFilter } from 'aws-cdk-lib/aws-logs';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import { DEFAULT_MEMORY_MB, timeoutSeconds } from '../function-limits.ts';
import type { BackgroundEntry, EndpointEntry } from '../catalogue.ts';
import { type EventSource, eventSourceOf } from '../event-sources.ts';
import { permissionsOf } from '../grants.ts';
import * as names from '../names.ts';
import type { StageSettings } from '../stages.ts';
import { assumedBy, logicalId, policyDocument, substituted } from './template.ts';

export type Entry = EndpointEntry | BackgroundEntry;

/** A function's code: the folder that is deployed, and the packages that it contains unbundled. */
export interface Code {
  asset: string;
  packages: readonly string[];
}

export interface AreaProps extends StackProps {
  area: string;
  entries: readonly Entry[];
  codeOf(entry: Entry): Code;
}

/** The functions of one area of `functions/`: each with its own role, all writing to one log group. */
export class FunctionsStack extends Stack {
  readonly #stage: StageSettings;
  readonly #assets = new Map<string, Asset>();

  constructor(scope: Construct, id: string, stage: StageSettings, { area, entries, codeOf, ...props }: AreaProps) {
    super(scope, id, props);
    this.#stage = stage;
    const logs = new CfnLogGroup(this, 'Logs', {
      logGroupName: names.logGroupName(stage, area),
      retentionInDays: stage.logRetentionDays,
    });
    if (area === 'schedules' || area === 'workers') this.countGivenUp(logs);
    if (area === 'workers') this.countStaleSynchronizations(logs);
    if (area === 'auth') this.countSecurityEvents(logs);
    for (const entry of entries) {
      const deployed = this.function(entry, codeOf(entry), logs);
      this.trigger(entry, deployed);
    }
  }

  /** Parked items and changes that were given up (shared/outbox) are only logged: a metric filter counts them for an alarm. */
  private countGivenUp(logs: CfnLogGroup): void {
    const { namespace: metricNamespace, metricName } = names.parkedMetric(this.#stage);
    new CfnMetricFilter(this, 'Parked', {
      logGroupName: logs.ref,
      filterPattern: '{ $.message = "Task parked*" || $.message = "Item parked*" || $.message = "Change given up*" }',
      metricTransformations: [{ metricNamespace, metricName, metricValue: '1' }],
    });
  }

  /**
   * Companies with a stale synchronization are only logged (shared/reminders/authority): a metric filter counts them for an alarm.
   */
  private countStaleSynchronizations(logs: CfnLogGroup): void {
    const { namespace: metricNamespace, metricName } = names.staleSyncMetric(this.#stage);
    new CfnMetricFilter(this, 'StaleSynchronizations', {
      logGroupName: logs.ref,
      filterPattern: '{ $.message = "Synchronization is stale" }',
      metricTransformations: [{ metricNamespace, metricName, metricValue: '1' }],
    });
  }

  /** Security events are only logged: metric filters count those that raise an alarm. */
  private countSecurityEvents(logs: CfnLogGroup): void {
    const patterns: Record<names.SecurityCount, string> = {
      'refresh-tokens-reused': '$.event = "session.refresh_token_reused"',
      'logins-refused': '$.event = "login*" && $.outcome = "refused"',
    };
    for (const [of, pattern] of Object.entries(patterns)) {
      const { namespace: metricNamespace, metricName } = names.securityMetric(this.#stage, of as names.SecurityCount);
      new CfnMetricFilter(this, logicalId(of), {
        logGroupName: logs.ref,
        filterPattern: `{ $.message = "security" && ${pattern} }`,
        metricTransformations: [{ metricNamespace, metricName, metricValue: '1' }],
      });
    }
  }

  private function(entry: Entry, code: Code, logs: CfnLogGroup): CfnFunction {
    const { statements, environment } = permissionsOf(entry, this.#stage);
    const { summary, memory } = entry.handler.definition;
    const id = logicalId(entry.name);
    const role = new CfnRole(this, `${id}Role`, {
      description: summary,
      assumeRolePolicyDocument: assumedBy('lambda.amazonaws.com'),
      policies: [{ policyName: 'uses', policyDocument: policyDocument(statements) }],
    });
    const asset = this.asset(code.asset);
    return new CfnFunction(this, id, {
      functionName: names.functionName(this.#stage, entry.name),
      description: summary,
      runtime: 'nodejs24.x',
      // The renderer's browser is only available for x86; all other functions run on the cheaper ARM processors.
      architectures: [code.packages.includes('@sparticuz/chromium') ? 'x86_64' : 'arm64'],
      handler: `${entry.name}.handler`,
      code: { s3Bucket: asset.s3BucketName, s3Key: asset.s3ObjectKey },
      memorySize: memory ?? DEFAULT_MEMORY_MB,
      timeout: timeoutSeconds(entry),
      role: role.attrArn,
      environment: { variables: substituted(environment) },
      loggingConfig: { logGroup: logs.ref, logFormat: 'JSON' },
    });
  }

  /** One upload per folder, however many functions run from it. */
  private asset(folder: string): Asset {
    const known = this.#assets.get(folder);
    if (known) return known;
    const asset = new Asset(this, `Code${this.#assets.size}`, { path: folder });
    this.#assets.set(folder, asset);
    return asset;
  }

  private trigger({ name, handler: { definition } }: Entry, deployed: CfnFunction): void {
    const id = `${deployed.node.id}Trigger`;
    const source = definition.kind === 'endpoint' ? undefined : eventSourceOf(definition);
    if (source) this.eventSource(id, deployed, source, this.sourceOf(name, definition));
    if (definition.kind === 'schedule') this.schedule(id, deployed, definition.name, definition.everyMinutes);
  }

  private eventSource(
    id: string,
    deployed: CfnFunction,
    { batchSize, reportsItemFailures, maximumConcurrency, maximumRetryAttempts, maximumRecordAgeInSeconds, filters }: EventSource,
    source: Omit<CfnEventSourceMappingProps, 'functionName'>,
  ): void {
    new CfnEventSourceMapping(this, id, {
      ...source,
      functionName: deployed.ref,
      batchSize,
      ...(reportsItemFailures && { functionResponseTypes: ['ReportBatchItemFailures'] }),
      ...(maximumConcurrency !== undefined && { scalingConfig: { maximumConcurrency } }),
      ...(maximumRetryAttempts !== undefined && { maximumRetryAttempts }),
      ...(maximumRecordAgeInSeconds !== undefined && { maximumRecordAgeInSeconds }),
      ...(filters && { filterCriteria: { filters: filters.map(pattern => ({ pattern })) } }),
    });
  }

  /** The queue of a worker; or the table's stream with the settings for reading it. */
  private sourceOf(name: string, definition: Entry['handler']['definition']): Omit<CfnEventSourceMappingProps, 'functionName'> {
    if (definition.kind === 'worker') return { eventSourceArn: substituted(names.queueArn(this.#stage, definition.queue)) };
    return {
      eventSourceArn: StringParameter.valueForStringParameter(this, names.streamArnParameter(this.#stage)),
      startingPosition: 'TRIM_HORIZON',
      bisectBatchOnFunctionError: true,
      destinationConfig: {
        onFailure: { destination: substituted(names.queueArn(this.#stage, names.streamDeadLetters(name))) },
      },
    };
  }

  private schedule(id: string, deployed: CfnFunction, name: string, everyMinutes: number): void {
    const role = new CfnRole(this, `${id}Role`, {
      assumeRolePolicyDocument: assumedBy('scheduler.amazonaws.com', true),
      policies: [
        {
          policyName: 'invoke',
          policyDocument: policyDocument([{ Action: ['lambda:InvokeFunction'], Resource: [deployed.attrArn] }]),
        },
      ],
    });
    new CfnSchedule(this, id, {
      name: names.functionName(this.#stage, name),
      scheduleExpression: everyMinutes === 1 ? 'rate(1 minute)' : `rate(${everyMinutes} minutes)`,
      flexibleTimeWindow: { mode: 'OFF' },
      // Each run finds all due work, including that of a missed run: neither retries nor a dead-letter queue are needed.
      target: { arn: deployed.attrArn, roleArn: role.attrArn, retryPolicy: { maximumRetryAttempts: 0 } },
    });
  }
}
