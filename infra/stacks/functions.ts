import { createHash } from 'node:crypto';
import { Stack, type StackProps } from 'aws-cdk-lib';
import { type CfnManagedPolicy, CfnRole } from 'aws-cdk-lib/aws-iam';
import { CfnAlias, CfnFunction, CfnLayerVersion, type CfnFunctionProps, CfnVersion } from 'aws-cdk-lib/aws-lambda';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { RARE_WORK, RARE_WORKERS } from '#shared/platform/aws/queues.ts';
import type { Grant } from '#shared/platform/lambda/grants.ts';
import { LAYER_SETTINGS } from '../bundle/layer-settings.ts';
import { memoryMb, timeoutSeconds } from '../stage/function-limits.ts';
import type { Entry } from '../catalogue.ts';
import { permissionsOf } from '../grants/grants.ts';
import * as names from '../stage/names.ts';
import type { StageSettings } from '../stage/stages.ts';
import { publishesKeys } from '../grants/table-grants.ts';
import { codeAsset } from './code-asset.ts';
import { publishesNoKeys } from './key-guard.ts';
import { countLogLines } from './observability/log-metrics.ts';
import { Rollout } from './rollout.ts';
import { assumedBy, logicalId, MAY_TRACE, policyDocument, substituted } from './template.ts';
import { addTrigger } from './triggers.ts';

/** A function's code: the folder that is deployed, and the folder of its layer, which Lambda puts under `/opt`. */
export interface Code {
  asset: string;
  layer?: string | undefined;
}

export interface GroupProps extends StackProps {
  /** The name of the group. */
  group: string;
  entries: readonly Entry[];
  /** The environment variables of a function beside those of what it uses. */
  variablesOf(entry: Entry): Record<string, string>;
  codeOf(entry: Entry): Code;
}

/**
 * Whether a worker sends to the queue that it is fed from: the rest of a work that takes several runs. A function that hands out messages does
 * so through the workers that it invokes.
 */
const feedsItself = ({ name, handler: { definition } }: Entry): boolean => {
  const queue = definition.kind === 'worker' ? definition.queue : sharedQueueOf(name);
  const words: readonly Grant[] = definition.uses ?? [];
  return words.some(word => word === `${queue}-queue:send` || word === `${queue}-workers:invoke`);
};

const sharedQueueOf = (name: string): string | undefined => {
  const worker = RARE_WORKERS.find(one => names.workerName(one) === name);
  return worker && RARE_WORK[worker];
};

/** The functions of one group of areas (function-groups.ts): each has its own role; those of an area write to one log group. Why L1: docs/adr/0032-l1-constructs.md. */
export class FunctionsStack extends Stack {
  readonly #stage: StageSettings;
  readonly #rollout: Rollout | undefined;
  readonly #publishesNoKeys: CfnManagedPolicy;
  readonly #variablesOf: GroupProps['variablesOf'];

  constructor(scope: Construct, id: string, stage: StageSettings, { group, entries, variablesOf, codeOf, ...props }: GroupProps) {
    super(scope, id, props);
    this.#stage = stage;
    this.#publishesNoKeys = publishesNoKeys(this, stage);
    this.#variablesOf = variablesOf;
    const areas = Map.groupBy(entries, ({ area }) => area);
    this.#rollout = stage.gradualRollout ? new Rollout(this, stage, group, [...areas.keys()]) : undefined;
    for (const [area, its] of areas) {
      const logs = this.logs(area);
      for (const entry of its) addTrigger(this, stage, entry, { arn: this.function(entry, codeOf(entry), logs).ref });
    }
  }

  private logs(area: string): CfnLogGroup {
    const logs = new CfnLogGroup(this, `${logicalId(area)}Logs`, {
      logGroupName: names.logGroupName(this.#stage, area),
      retentionInDays: this.#stage.logRetentionDays,
    });
    countLogLines(this, this.#stage, area, logs);
    this.#rollout?.countCalls(area, logs);
    return logs;
  }

  /** @returns the alias: what calls a function calls this name of its current version */
  private function(entry: Entry, code: Code, logs: CfnLogGroup): CfnAlias {
    const { statements, environment } = permissionsOf(entry, this.#stage);
    const { summary, reservedConcurrency, uses } = entry.handler.definition;
    const id = logicalId(entry.name);
    const layer = code.layer === undefined ? undefined : this.layer(id, code.layer);
    const role = new CfnRole(this, `${id}Role`, {
      description: summary,
      assumeRolePolicyDocument: assumedBy('lambda.amazonaws.com'),
      ...(uses?.includes('documents:bypass-lock') && { tags: [{ key: names.LOCK_BYPASS_TAG, value: this.#stage.name }] }),
      ...(!publishesKeys(uses) && { managedPolicyArns: [this.#publishesNoKeys.ref] }),
      policies: [
        { policyName: 'uses', policyDocument: policyDocument([...statements, ...(this.#stage.tracing ? [MAY_TRACE] : [])]) },
      ],
    });
    const properties: CfnFunctionProps = {
      functionName: names.functionName(this.#stage, entry.name),
      description: summary,
      runtime: 'nodejs24.x',
      // The browser is only available for x86; all other functions run on the cheaper ARM processors.
      architectures: [entry.name === names.PRINTER ? 'x86_64' : 'arm64'],
      handler: `${entry.name}.handler`,
      code: codeAsset(this, code.asset),
      ...(layer && { layers: [layer.ref] }),
      memorySize: memoryMb(entry),
      timeout: timeoutSeconds(entry),
      role: role.attrArn,
      environment: { variables: substituted({ ...environment, ...this.#variablesOf(entry), ...(layer && LAYER_SETTINGS) }) },
      loggingConfig: { logGroup: logs.ref, logFormat: 'JSON' },
      ...(this.#stage.tracing && { tracingConfig: { mode: 'Active' } }),
      ...(this.#stage.reserveConcurrency &&
        reservedConcurrency !== undefined && { reservedConcurrentExecutions: reservedConcurrency }),
      // Else Lambda takes a work of some sixteen runs for a loop, and ends it.
      ...(feedsItself(entry) && { recursiveLoop: 'Allow' }),
    };
    return this.live(id, new CfnFunction(this, id, properties), properties, layer);
  }

  /**
   * Publishes a version for every change of a function, and moves the alias to it. A version cannot be changed: so its logical id has
   * a hash of what it holds, and CloudFormation deletes the one before after the alias has moved, or keeps it when a deploy fails.
   * The properties only refer to the layer, by a logical id that stays: so the hash is also of the layer's content.
   */
  private live(
    id: string,
    deployed: CfnFunction,
    { reservedConcurrentExecutions: _, recursiveLoop: __, ...content }: CfnFunctionProps,
    layer: CfnLayerVersion | undefined,
  ): CfnAlias {
    const hash = createHash('sha256')
      .update(JSON.stringify(this.resolve(layer ? [content, layer.content] : content)))
      .digest('hex')
      .slice(0, 12);
    const version = new CfnVersion(this, `${id}Version${hash}`, { functionName: deployed.ref });
    const alias = new CfnAlias(this, `${id}Live`, {
      name: names.LIVE,
      functionName: deployed.ref,
      functionVersion: version.attrVersion,
    });
    this.#rollout?.moves(id, alias);
    return alias;
  }

  /** Large files that rarely change: a change of the code does not upload them again. */
  private layer(id: string, folder: string): CfnLayerVersion {
    return new CfnLayerVersion(this, `${id}Layer`, { content: codeAsset(this, folder) });
  }
}
