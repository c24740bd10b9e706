import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmStatusWidget,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { BackgroundEntry } from '../../catalogue.ts';
import { DEAD_LETTERS } from '#shared/platform/aws/queues.ts';
import { INDEXES } from '#shared/platform/store/table.ts';
import * as names from '../../stage/names.ts';
import { queuesOf } from '../../stage/queues.ts';
import type { StageSettings } from '../../stage/stages.ts';
import type { StateMachineFile } from '../../stage/state-machines.ts';
import { answersMetric, incidentsMetric, refusedLoginsMetric, watched } from './alarms.ts';
import { invoicesWidgets } from './invoices-widgets.ts';
import { lateWorkGraph, submissionAgeGraph } from './late-work.ts';
import { failureShares } from './slos.ts';
import { api, highestFunctions, machine, ofFunction, queue, table, type Watched } from './metrics.ts';

export interface ObservabilityProps extends StackProps {
  background: readonly BackgroundEntry[];
  machines: readonly StateMachineFile[];
}

/** Alarms, and a dashboard in a stage that has the switch. */
export class ObservabilityStack extends Stack {
  constructor(scope: Construct, id: string, stage: StageSettings, { background, machines, ...props }: ObservabilityProps) {
    super(scope, id, props);
    const [now, tomorrow] = [
      this.topic('Alarms', names.alarmTopicName(stage), stage.alarmEmail),
      this.topic('Tickets', names.ticketTopicName(stage), stage.ticketEmail ?? stage.alarmEmail),
    ];
    const apiId = StringParameter.valueForStringParameter(this, names.apiIdParameter(stage));
    const queues = queuesOf(background);
    const streams = background.filter(({ handler }) => handler.definition.kind === 'stream');

    const ring = ({
      id: alarmId,
      says,
      metric,
      urgent,
      above,
      periods = 1,
      inPeriods = periods,
      missing = TreatMissingData.NOT_BREACHING,
    }: Watched): Alarm => {
      const alarm = new Alarm(this, alarmId, {
        alarmName: `${stage.name}-${alarmId}`,
        alarmDescription: says,
        metric,
        threshold: above,
        evaluationPeriods: periods,
        ...(inPeriods !== periods && { datapointsToAlarm: inPeriods }),
        comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
        treatMissingData: missing,
      });
      const told = new SnsAction(urgent ? now : tomorrow);
      alarm.addAlarmAction(told);
      alarm.addOkAction(told);
      return alarm;
    };
    const alarms = Object.entries(watched(this, stage, { apiId, queues, streams, machines })).map(
      ([of, those]) => new AlarmStatusWidget({ title: `Alarms: ${of}`, alarms: those.map(ring), width: 24 }),
    );
    if (stage.dashboard !== true) return;

    // A day, so that the sums at the top are of a day.
    const dashboard = new Dashboard(this, 'Dashboard', {
      dashboardName: `${stage.name}-invoicing`,
      defaultInterval: Duration.days(1),
    });
    // Whether invoicing works, at a glance: what it has done, how late work is, how long the authority has been waiting, and what rings.
    dashboard.addWidgets(...invoicesWidgets(stage));
    dashboard.addWidgets(
      graph('Late work (s)', lateWorkGraph(stage)),
      graph('Oldest document under way to the authority (s)', submissionAgeGraph(stage)),
      graph('Incidents', [
        incidentsMetric(stage, 'incidents'),
        incidentsMetric(stage, 'security-incidents'),
        refusedLoginsMetric(stage),
      ]),
    );
    dashboard.addWidgets(graph('Objectives: failures by the hour (per cent)', Object.values(failureShares(stage))));
    for (const widget of alarms) dashboard.addWidgets(widget);
    dashboard.addWidgets(
      graph('Requests', [api(apiId, 'Count', 'Sum')]),
      graph('Errors', [api(apiId, '5xx', 'Sum'), api(apiId, '4xx', 'Sum'), answersMetric(stage, 'refused')]),
      graph(
        'Latency (ms)',
        ['p50', 'p99'].map(statistic => api(apiId, 'Latency', statistic)),
      ),
    );
    dashboard.addWidgets(
      graph('Function errors, the highest', [highestFunctions(stage, 'Errors', 'Sum')]),
      graph('Function duration (ms, p99), the slowest', [highestFunctions(stage, 'Duration', 'p99')]),
      graph(
        'Table units',
        ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'].map(name => table(stage, name)),
      ),
    );
    dashboard.addWidgets(
      graph('Throttled functions, the highest', [highestFunctions(stage, 'Throttles', 'Sum')]),
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
        [DEAD_LETTERS, ...streams.map(({ name }) => names.streamDeadLetters(name))].map(name =>
          queue(stage, name, 'ApproximateNumberOfMessagesVisible'),
        ),
      ),
      graph(
        'Executions',
        machines.flatMap(({ name }) => ['ExecutionsStarted', 'ExecutionsFailed'].map(of => machine(this, stage, name, of))),
      ),
    );
  }

  private topic(id: string, topicName: string, email: string | undefined): Topic {
    const topic = new Topic(this, id, { topicName, enforceSSL: true });
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
    if (email) topic.addSubscription(new EmailSubscription(email));
    return topic;
  }
}

const graph = (title: string, left: IMetric[]): GraphWidget => new GraphWidget({ title, left, width: 8 });
