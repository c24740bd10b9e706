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
import * as names from '../names.ts';
import { queuesOf } from '../queues.ts';
import type { StageSettings } from '../stages.ts';
import type { StateMachineFile } from '../state-machines.ts';

export interface ObservabilityProps extends StackProps {
  background: readonly BackgroundEntry[];
  machines: readonly StateMachineFile[];
}

const MINUTES = (minutes: number): Duration => Duration.minutes(minutes);

interface Watched {
  id: string;
  /** What it means for the people who are woken, and what to do first. */
  says: string;
  metric: IMetric;
  above: number;
  /** How many periods of the metric in a row. */
  periods?: number;
}

/** Alarms on what no caller sees or many callers see, and one page that shows the stage. */
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
      ...[...queues.map(queue => queue.deadLetterQueue), ...streams.map(({ name }) => names.streamDeadLetters(name))].map(queue =>
        deadLetterAlarm(stage, queue),
      ),
      ...queues.map(({ name }) => delayAlarm(stage, name)),
      ...streams.map(({ name }) => iteratorAlarm(stage, name)),
      parkedAlarm(stage),
      staleSyncAlarm(stage),
      ...schedules.map(({ name }) => scheduleAlarm(stage, name)),
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
      graph(
        'Messages waiting',
        queues.map(({ name }) => queue(stage, name, 'ApproximateNumberOfMessagesVisible')),
      ),
      graph(
        'Dead letters',
        queues.map(({ deadLetterQueue }) => queue(stage, deadLetterQueue, 'ApproximateNumberOfMessagesVisible')),
      ),
      graph(
        'Executions',
        machines.flatMap(({ name }) => ['ExecutionsStarted', 'ExecutionsFailed'].map(of => machine(this, stage, name, of))),
      ),
    );
  }

  private topic(stage: StageSettings): Topic {
    const topic = new Topic(this, 'Alarms', { topicName: names.alarmTopicName(stage), enforceSSL: true });
    // A topic with a policy of its own has lost the default one, which let alarms publish.
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
  new Metric({ namespace, metricName, dimensionsMap, statistic, period: MINUTES(5) });

const api = (apiId: string, name: string, statistic: string): Metric =>
  metric('AWS/ApiGateway', name, { ApiId: apiId }, statistic).with({ label: `${name} ${statistic}` });
const table = (stage: StageSettings, name: string): Metric =>
  metric('AWS/DynamoDB', name, { TableName: names.tableName(stage) }, 'Sum');
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

/** One line for each function of the stage: found by name when the page is looked at. */
const everyFunction = (stage: StageSettings, name: string, statistic: string): MathExpression =>
  new MathExpression({
    expression: `SEARCH('{AWS/Lambda,FunctionName} MetricName="${name}" FunctionName="${stage.name}-"', '${statistic}', 300)`,
    usingMetrics: {},
    label: '',
  });

const graph = (title: string, left: IMetric[]): GraphWidget => new GraphWidget({ title, left, width: 8 });

const apiAlarms = (apiId: string): Watched[] => [
  {
    id: 'api-5xx',
    says: 'Callers get errors of ours: look for "request failed" in the log groups of the areas.',
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

const tableAlarms = (stage: StageSettings): Watched[] =>
  ['Read', 'Write'].map(what => ({
    id: `table-throttled-${what.toLowerCase()}s`,
    says: 'The table throttles: one key is in demand more than a partition bears, or the account has reached its limit.',
    metric: table(stage, `${what}ThrottleEvents`),
    above: 50,
  }));

const deadLetterAlarm = (stage: StageSettings, of: string): Watched => ({
  id: of,
  says: `Messages failed for good. Find out why in the consumer's log, then move them back: npm run redrive -- <queue> --stage ${stage.name} (docs/operations.md).`,
  metric: queue(stage, of, 'ApproximateNumberOfMessagesVisible'),
  above: 0,
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
  says: 'Committed changes are not published: the consumer of the table stream is over 5 minutes behind. Records are kept 24 hours; the sweep makes up for lost ones.',
  metric: ofFunction(stage, of, 'IteratorAge', 'Maximum'),
  above: 5 * 60_000,
  periods: 2,
});

const scheduleAlarm = (stage: StageSettings, of: string): Watched => ({
  id: `${of}-errors`,
  says: 'A timed trigger fails again and again: what it looks after is left lying.',
  metric: ofFunction(stage, of, 'Errors', 'Sum'),
  above: 2,
  periods: 2,
});

const parkedAlarm = (stage: StageSettings): Watched => {
  const { namespace, metricName } = names.parkedMetric(stage);
  return {
    id: 'parked',
    says: `The sweep gave work up after five tries: the log names it ("parked"). Find out why, then npm run redrive -- outbox --stage ${stage.name} (docs/operations.md).`,
    metric: metric(namespace, metricName, {}, 'Sum'),
    above: 0,
  };
};

const staleSyncAlarm = (stage: StageSettings): Watched => {
  const { namespace, metricName } = names.staleSyncMetric(stage);
  return {
    id: 'stale-synchronizations',
    says: 'Companies have not been synchronized with the tax authority for 30 days, which forgets messages after 60: the log names them ("stale"). Their members are mailed; see whether the authority or this service is the cause (docs/operations.md).',
    metric: metric(namespace, metricName, {}, 'Sum'),
    above: 0,
  };
};

const machineAlarm = (stack: Stack, stage: StageSettings, of: string): Watched => ({
  id: `${of}-failed`,
  says: 'Executions of a state machine failed: the document that each is about stays as it is until someone looks.',
  metric: machine(stack, stage, of, 'ExecutionsFailed'),
  above: 0,
});
