import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmStatusWidget,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { BackgroundEntry } from '../catalogue.ts';
import { INDEXES } from '../../shared/store/table.ts';
import * as names from '../names.ts';
import { queuesOf } from '../queues.ts';
import type { StageSettings } from '../stages.ts';
import type { StateMachineFile } from '../state-machines.ts';

export interface ObservabilityProps extends StackProps {
  background: readonly BackgroundEntry[];
  machines: readonly StateMachineFile[];
}

/** The period of every metric. */
const PERIOD_MINUTES = 5;

interface Watched {
  id: string;
  /** The alarm's description: what is wrong, and what to do first. */
  says: string;
  metric: IMetric;
  above: number;
  /** How many periods of the metric in a row. */
  periods?: number;
}

/** Alarms and a dashboard. */
export class ObservabilityStack extends Stack {
  constructor(scope: Construct, id: string, stage: StageSettings, { background, machines, ...props }: ObservabilityProps) {
    super(scope, id, props);
    const topic = this.topic(stage);
    const apiId = StringParameter.valueForStringParameter(this, names.apiIdParameter(stage));
    const queues = queuesOf(background);
    const streams = background.filter(({ handler }) => handler.definition.kind === 'stream');
    const schedules = background.filter(({ handler }) => handler.definition.kind === 'schedule');

    const alarms = [
      ...apiAlarms(apiId),
      ...tableAlarms(stage),
      ...queues.map(({ deadLetterQueue }) => deadLetterAlarm(stage, deadLetterQueue)),
      ...streams.map(({ name }) => lostRecordsAlarm(stage, names.streamDeadLetters(name))),
      ...queues.map(({ name }) => delayAlarm(stage, name)),
      ...streams.map(({ name }) => iteratorAlarm(stage, name)),
      parkedAlarm(stage),
      staleSyncAlarm(stage),
      ...schedules.map(({ name, handler: { definition } }) =>
        scheduleAlarm(stage, name, definition.kind === 'schedule' ? definition.everyMinutes : 1),
      ),
      ...functionAlarms(),
      ...machines.map(({ name }) => machineAlarm(this, stage, name)),
    ].map(({ id: alarmId, says, metric, above, periods = 1 }) => {
      const alarm = new Alarm(this, alarmId, {
        alarmName: `${stage.name}-${alarmId}`,
        alarmDescription: says,
        metric,
        threshold: above,
        evaluationPeriods: periods,
        comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
      alarm.addAlarmAction(new SnsAction(topic));
      return alarm;
    });

    const dashboard = new Dashboard(this, 'Dashboard', { dashboardName: `${stage.name}-invoicing` });
    dashboard.addWidgets(new AlarmStatusWidget({ title: 'Alarms', alarms, width: 24 }));
    dashboard.addWidgets(
      graph('Requests', [api(apiId, 'Count', 'Sum')]),
      graph('Errors', [api(apiId, '5xx', 'Sum'), api(apiId, '4xx', 'Sum')]),
      graph(
        'Latency (ms)',
        ['p50', 'p99'].map(statistic => api(apiId, 'Latency', statistic)),
      ),
    );
    dashboard.addWidgets(
      graph('Function errors', [everyFunction(stage, 'Errors', 'Sum')]),
      graph('Function duration (ms, p99)', [everyFunction(stage, 'Duration', 'p99')]),
      graph(
        'Table units',
        ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'].map(name => table(stage, name)),
      ),
    );
    dashboard.addWidgets(
      graph('Throttled functions', [everyFunction(stage, 'Throttles', 'Sum')]),
      graph(
        'Throttled writes of indexes',
        Object.keys(INDEXES).map(index =>
          table(stage, 'WriteThrottleEvents', { GlobalSecondaryIndexName: index }).with({ label: index }),
        ),
      ),
      graph(
        'Stream: age of the oldest change (ms)',
        streams.map(({ name }) => ofFunction(stage, name, 'IteratorAge', 'Maximum')),
      ),
    );
    dashboard.addWidgets(
      graph(
        'Messages waiting',
        queues.map(({ name }) => queue(stage, name, 'ApproximateNumberOfMessagesVisible')),
      ),
      graph(
        'Dead letters',
        [
          ...queues.map(({ deadLetterQueue }) => deadLetterQueue),
          ...streams.map(({ name }) => names.streamDeadLetters(name)),
        ].map(name => queue(stage, name, 'ApproximateNumberOfMessagesVisible')),
      ),
      graph(
        'Executions',
        machines.flatMap(({ name }) => ['ExecutionsStarted', 'ExecutionsFailed'].map(of => machine(this, stage, name, of))),
      ),
    );
  }

  private topic(stage: StageSettings): Topic {
    const topic = new Topic(this, 'Alarms', { topicName: names.alarmTopicName(stage), enforceSSL: true });
    // `enforceSSL` replaces the topic's default policy, which would allow alarms to publish.
    topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AlarmsPublish',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    if (stage.alarmEmail) topic.addSubscription(new EmailSubscription(stage.alarmEmail));
    return topic;
  }
}

const metric = (namespace: string, metricName: string, dimensionsMap: Record<string, string>, statistic: string): Metric =>
  new Metric({ namespace, metricName, dimensionsMap, statistic, period: Duration.minutes(PERIOD_MINUTES) });

const api = (apiId: string, name: string, statistic: string): Metric =>
  metric('AWS/ApiGateway', name, { ApiId: apiId }, statistic).with({ label: `${name} ${statistic}` });
const table = (stage: StageSettings, name: string, more: Record<string, string> = {}): Metric =>
  metric('AWS/DynamoDB', name, { TableName: names.tableName(stage), ...more }, 'Sum');
const queue = (stage: StageSettings, of: string, name: string): Metric =>
  metric('AWS/SQS', name, { QueueName: names.queueName(stage, of) }, 'Maximum').with({ label: of });
const ofFunction = (stage: StageSettings, of: string, name: string, statistic: string): Metric =>
  metric('AWS/Lambda', name, { FunctionName: names.functionName(stage, of) }, statistic);
const machine = (stack: Stack, stage: StageSettings, of: string, name: string): Metric => {
  const StateMachineArn = stack.formatArn({
    service: 'states',
    resource: `stateMachine:${names.machineName(stage, of)}`,
  });
  return metric('AWS/States', name, { StateMachineArn }, 'Sum').with({ label: `${of} ${name}` });
};

/**
 * One line for each function of the stage, found by name when the dashboard is opened. An unquoted search term matches values that
 * contain the word (CloudWatch, "Search expression syntax"), and every function name contains the name of the stage.
 */
const everyFunction = (stage: StageSettings, name: string, statistic: string): MathExpression =>
  new MathExpression({
    expression: `SEARCH('{AWS/Lambda,FunctionName} MetricName="${name}" FunctionName=${stage.name}', '${statistic}', 300)`,
    usingMetrics: {},
    label: '',
  });

const graph = (title: string, left: IMetric[]): GraphWidget => new GraphWidget({ title, left, width: 8 });

const apiAlarms = (apiId: string): Watched[] => [
  {
    id: 'api-5xx',
    says: 'Requests fail with 5xx: look for "request failed" in the log groups of the areas.',
    metric: api(apiId, '5xx', 'Sum'),
    above: 5,
  },
  {
    id: 'api-slow',
    says: 'One call in a hundred takes over 5 seconds: look at the durations of the functions.',
    metric: api(apiId, 'Latency', 'p99'),
    above: 5_000,
    periods: 3,
  },
];

/**
 * Throttling of the table and of each index. They need separate alarms, since the metric of the table does not include its indexes.
 */
const tableAlarms = (stage: StageSettings): Watched[] =>
  ['Read', 'Write'].flatMap(what => {
    const id = `throttled-${what.toLowerCase()}s`;
    const ofTable: Watched = {
      id: `table-${id}`,
      says: 'The table throttles: one partition key gets more requests than a partition can serve, or the account has reached its limit.',
      metric: table(stage, `${what}ThrottleEvents`),
      above: 50,
    };
    const ofIndexes = Object.keys(INDEXES).map(index => ({
      id: `${index}-${id}`,
      says: `The index ${index} throttles: one of its partition keys gets more requests than a partition can serve. Writes to the table are throttled too, and lists that read the index show changes late.`,
      metric: table(stage, `${what}ThrottleEvents`, { GlobalSecondaryIndexName: index }),
      above: 50,
    }));
    return [ofTable, ...ofIndexes];
  });

const deadLetterAlarm = (stage: StageSettings, of: string): Watched => ({
  id: of,
  says: `Messages failed all their tries. Find out why in the consumer's log, then move them back: npm run redrive -- <queue> --stage ${stage.name} (docs/operations.md).`,
  metric: queue(stage, of, 'ApproximateNumberOfMessagesVisible'),
  above: 0,
});

/** For the dead letters of a stream's consumer, which contain no records and cannot be moved back. */
const lostRecordsAlarm = (stage: StageSettings, of: string): Watched => ({
  ...deadLetterAlarm(stage, of),
  says: `Changes of the table were given up, after retries for half a day. Find out why in the consumer's log. The sweep dispatches their outbox items again; those that it has parked meanwhile are dispatched by npm run redrive -- outbox --stage ${stage.name}. Then purge this queue (docs/operations.md).`,
});

const delayAlarm = (stage: StageSettings, of: string): Watched => ({
  id: `${of}-delay`,
  says: 'Messages wait for over 15 minutes: the consumer fails or does not keep up.',
  metric: queue(stage, of, 'ApproximateAgeOfOldestMessage'),
  above: 15 * 60,
  periods: 2,
});

const iteratorAlarm = (stage: StageSettings, of: string): Watched => ({
  id: `${of}-behind`,
  says: 'Committed changes are not published: the consumer of the table stream is over 5 minutes behind. The stream retains records for 24 hours; the sweep dispatches the outbox items of lost ones.',
  metric: ofFunction(stage, of, 'IteratorAge', 'Maximum'),
  above: 5 * 60_000,
  periods: 2,
});

/**
 * A single error of a frequent schedule is tolerated, since the next run finds the same work: a schedule of every minute alarms
 * after 3 errors in each of two consecutive periods of 5 minutes, one of every 5 minutes after an error in each. A rarer schedule
 * cannot fail in two consecutive periods: it alarms at every error.
 */
function scheduleAlarm(stage: StageSettings, of: string, everyMinutes: number): Watched {
  const often = everyMinutes <= PERIOD_MINUTES;
  return {
    id: `${of}-errors`,
    says: often
      ? 'A schedule fails repeatedly: its work is not done. Look at the log of the function.'
      : `A schedule that runs every ${everyMinutes} minutes failed: its work is not done until the next run. Look at the log of the function.`,
    metric: ofFunction(stage, of, 'Errors', 'Sum'),
    above: everyMinutes < PERIOD_MINUTES ? 2 : 0,
    periods: often ? 2 : 1,
  };
}

/** All functions of the account share one limit of concurrent executions (1,000; 10 in new accounts). */
const functionAlarms = (): Watched[] => [
  {
    id: 'functions-throttled',
    says: 'Lambda throttles functions: the account has reached its limit of concurrent executions. Callers get 503, queues wait. Request a higher limit (Service Quotas), or find the function that runs so often.',
    metric: metric('AWS/Lambda', 'Throttles', {}, 'Sum'),
    above: 10,
  },
];

const parkedAlarm = (stage: StageSettings): Watched => {
  const { namespace, metricName } = names.parkedMetric(stage);
  return {
    id: 'parked',
    says: `Outbox items were parked after five tries of the sweep, or stream changes were given up: search the log for "parked" and "given up". Find out why, then npm run redrive -- outbox --stage ${stage.name} (docs/operations.md).`,
    metric: metric(namespace, metricName, {}, 'Sum'),
    above: 0,
  };
};

const staleSyncAlarm = (stage: StageSettings): Watched => {
  const { namespace, metricName } = names.staleSyncMetric(stage);
  return {
    id: 'stale-synchronizations',
    says: 'Companies have not been synchronized with the tax authority for 30 days; the authority deletes messages after 60 days. Search the log for "stale". Their members are mailed; find out whether the authority or this service is the cause (docs/operations.md).',
    metric: metric(namespace, metricName, {}, 'Sum'),
    above: 0,
  };
};

const machineAlarm = (stack: Stack, stage: StageSettings, of: string): Watched => ({
  id: `${of}-failed`,
  says: 'Executions of a state machine failed: the state of their documents does not change any more. Look at the executions in Step Functions.',
  metric: machine(stack, stage, of, 'ExecutionsFailed'),
  above: 0,
});
