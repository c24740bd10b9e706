import type { EventSource } from '../../../infra/stage/event-sources.ts';
import type { QueueDefinition } from '../../../infra/local/engines/sqs/index.ts';
import type { Assembly } from './assembly.ts';

/** The settings of queues, event source mappings and schedules, as a synthesised stage has them, for the local engines. */

type Resource = Assembly['resources'][number];
type Properties = Record<string, unknown>;

const TAGGED = { Tags: 'for bills and searches' };

/**
 * * The properties that the run takes from a template, and those that the local engines do not have, with the reason. The run rejects a
 * property that is in neither list, so that a new setting of a stage is noticed.
 */
const PROPERTIES: Record<string, { read: readonly string[]; notModelled: Record<string, string> }> = {
  'AWS::SQS::Queue': {
    read: ['QueueName', 'VisibilityTimeout', 'DelaySeconds', 'MessageRetentionPeriod', 'RedrivePolicy'],
    notModelled: {
      ...TAGGED,
      SqsManagedSseEnabled: 'the local queues are not encrypted',
      RedriveAllowPolicy: 'which queues may name a dead-letter queue is decided at deployment',
    },
  },
  'AWS::Lambda::EventSourceMapping': {
    read: [
      ...['FunctionName', 'EventSourceArn', 'StartingPosition', 'BatchSize', 'FunctionResponseTypes', 'ScalingConfig'],
      ...['FilterCriteria', 'MaximumRetryAttempts', 'MaximumRecordAgeInSeconds', 'BisectBatchOnFunctionError', 'Enabled'],
    ],
    notModelled: { ...TAGGED, DestinationConfig: "dead letters of the table's stream go to a file of the data folder" },
  },
  'AWS::Scheduler::Schedule': {
    read: ['Name', 'ScheduleExpression', 'FlexibleTimeWindow', 'State', 'Target'],
    notModelled: {},
  },
  'AWS::Scheduler::Schedule Target': {
    read: ['Arn'],
    notModelled: {
      RoleArn: 'local schedules need no role',
      RetryPolicy:
        'the scheduler retries when Lambda takes no event, and the local one takes each; Lambda retries failed functions',
    },
  },
  'AWS::Lambda::Function': {
    read: ['FunctionName', 'Code', 'Handler', 'Environment', 'Layers', 'MemorySize', 'Timeout'],
    notModelled: {
      ...TAGGED,
      Architectures: 'functions run on the architecture of this machine',
      Description: 'for readers',
      LoggingConfig: 'logs go to a file of the data folder',
      ReservedConcurrentExecutions: 'there are as many instances as events at a time',
      RecursiveLoop: 'no engine ends a chain of invocations',
      Role: 'calls of bundles are not checked; the local runtime checks those of sources by the same statements',
      Runtime: 'functions run on the Node.js of this process',
    },
  },
};

/** Properties that would change how functions are retried, and have no counterpart here. */
const UNKNOWN_TYPES = ['AWS::Lambda::EventInvokeConfig', 'AWS::Events::Rule', 'AWS::Pipes::Pipe'];

/** @throws Error for a setting that is neither read here nor listed as not modelled */
export function checkProperties(resources: readonly Resource[]): void {
  for (const { type, id, properties } of resources) {
    if (UNKNOWN_TYPES.includes(type)) throw new Error(`The local engines have no ${type}, such as ${id}.`);
    checkNames(type, id, properties);
    if (type === 'AWS::Scheduler::Schedule') checkNames(`${type} Target`, id, properties['Target'] as Properties);
  }
}

function checkNames(type: string, id: string, properties: Properties): void {
  const known = PROPERTIES[type];
  if (!known) return;
  const other = Object.keys(properties).find(name => !known.read.includes(name) && !Object.hasOwn(known.notModelled, name));
  if (other !== undefined) throw new Error(`${other} of ${id} (${type}) is neither read nor known to be not modelled.`);
}

/** The defaults of SQS (AWS::SQS::Queue, CloudFormation user guide). */
const DEFAULTS = { visibility: 30, delay: 0, retention: 345_600 };

/**
 * All queues of a stage, dead-letter queues among them.
 *
 * @param local the name of a resource without the stage's prefix
 * @throws Error for a queue whose dead-letter queue is not in the same stack
 */
export function queuesIn(resources: readonly Resource[], local: (name: string) => string): QueueDefinition[] {
  const queues = resources.filter(({ type }) => type === 'AWS::SQS::Queue');
  const named = new Map(queues.map(({ stack, id, properties }) => [`${stack}/${id}`, local(String(properties['QueueName']))]));
  return queues.map(({ stack, id, properties }) => {
    const redrive = properties['RedrivePolicy'] as
      { deadLetterTargetArn: { 'Fn::GetAtt': [string, 'Arn'] }; maxReceiveCount: number } | undefined;
    const dlq = redrive ? named.get(`${stack}/${redrive.deadLetterTargetArn['Fn::GetAtt'][0]}`) : null;
    if (dlq === undefined) throw new Error(`The dead-letter queue of ${id} is not in ${stack}.`);
    return {
      name: named.get(`${stack}/${id}`) ?? '',
      visibilityTimeoutSeconds: Number(properties['VisibilityTimeout'] ?? DEFAULTS.visibility),
      delaySeconds: Number(properties['DelaySeconds'] ?? DEFAULTS.delay),
      retentionSeconds: Number(properties['MessageRetentionPeriod'] ?? DEFAULTS.retention),
      maxReceiveCount: redrive?.maxReceiveCount ?? 1,
      dlq,
    };
  });
}

/** The settings of an `AWS::Lambda::EventSourceMapping`; without a number of retries or an age, until the record expires. */
export function eventSourceIn(properties: Properties): EventSource {
  const { MaximumConcurrency } = (properties['ScalingConfig'] ?? {}) as { MaximumConcurrency?: number };
  const { Filters } = (properties['FilterCriteria'] ?? {}) as { Filters?: { Pattern: string }[] };
  // -1, as without a setting in a template: no limit except the retention of the stream.
  const limit = (name: string): number | undefined => {
    const value = Number(properties[name] ?? -1);
    return value < 0 ? undefined : value;
  };
  return {
    batchSize: Number(properties['BatchSize']),
    reportsItemFailures: ((properties['FunctionResponseTypes'] ?? []) as string[]).includes('ReportBatchItemFailures'),
    maximumConcurrency: MaximumConcurrency,
    filters: Filters?.map(({ Pattern }) => Pattern),
    maximumRetryAttempts: limit('MaximumRetryAttempts'),
    maximumRecordAgeInSeconds: limit('MaximumRecordAgeInSeconds'),
    bisectsOnError: properties['BisectBatchOnFunctionError'] === true,
  };
}

/** Whether an event source mapping or a schedule is active: a paused stage has turned them off. */
export const isOn = ({ Enabled, State }: Properties): boolean => Enabled !== false && State !== 'DISABLED';

/** Minutes between the runs of an `AWS::Scheduler::Schedule`. @throws Error for anything but a rate in minutes without a window */
export function minutesIn({ ScheduleExpression, FlexibleTimeWindow }: Properties): number {
  const minutes = /^rate\((\d+) minutes?\)$/.exec(String(ScheduleExpression))?.[1];
  if (minutes === undefined) throw new Error(`${String(ScheduleExpression)} is no rate in minutes.`);
  if ((FlexibleTimeWindow as { Mode?: string } | undefined)?.Mode !== 'OFF')
    throw new Error('Local schedules run at their time, without a flexible window.');
  return Number(minutes);
}
