import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { PublicHostedZone } from 'aws-cdk-lib/aws-route53';
import { CfnConfigurationSet, CfnConfigurationSetEventDestination, EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import { CfnSubscription, Topic } from 'aws-cdk-lib/aws-sns';
import { Queue, QueueEncryption, RedrivePermission } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { QUEUES } from '../../shared/aws/queues.ts';
import type { BackgroundEntry } from '../catalogue.ts';
import * as names from '../names.ts';
import { queuesOf } from '../queues.ts';
import type { StageSettings } from '../stages.ts';
import { logicalId } from './template.ts';

/** How long what failed waits for someone to look at it: the most that SQS keeps. */
const DEAD_LETTERS_KEPT = Duration.days(14);

/** What becomes of a mail, and what its reader does with it: SES adds a picture and rewrites links only where it has to tell of those. */
const FATE = ['SEND', 'REJECT', 'RENDERING_FAILURE', 'DELIVERY', 'BOUNCE', 'COMPLAINT'];
const TRACKED = ['OPEN', 'CLICK'];

/** Queues with their dead-letter queues, and how mails leave. */
export class MessagingStack extends Stack {
  constructor(scope: Construct, id: string, stage: StageSettings, background: readonly BackgroundEntry[], props?: StackProps) {
    super(scope, id, props);
    for (const { name, visibilityTimeoutSeconds, maxReceiveCount, deadLetterQueue } of queuesOf(background)) {
      const queue = new Queue(this, logicalId(name), {
        queueName: names.queueName(stage, name),
        visibilityTimeout: Duration.seconds(visibilityTimeoutSeconds),
        retentionPeriod: Duration.days(4),
        encryption: QueueEncryption.SQS_MANAGED,
        enforceSSL: true,
        deadLetterQueue: { queue: this.deadLetters(stage, deadLetterQueue, name), maxReceiveCount },
      });
      if (QUEUES[name].sentBy === 'mail-events-topic') this.documentMail(stage, queue);
    }
    for (const { name, handler } of background) {
      if (handler.definition.kind === 'stream') this.deadLetters(stage, names.streamDeadLetters(name));
    }
    this.mail(stage);
  }

  /** @param of the queue that may redrive to it; without one, functions send to it themselves */
  private deadLetters(stage: StageSettings, name: string, of?: string): Queue {
    const id = logicalId(name);
    return new Queue(this, id, {
      queueName: names.queueName(stage, name),
      retentionPeriod: DEAD_LETTERS_KEPT,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      redriveAllowPolicy:
        of === undefined
          ? { redrivePermission: RedrivePermission.DENY_ALL }
          : {
              sourceQueues: [
                Queue.fromQueueArn(this, `${id}Source`, this.formatArn({ service: 'sqs', resource: names.queueName(stage, of) })),
              ],
            },
    });
  }

  /**
   * Mails with documents: what becomes of them comes back by a topic, at least once, to the queue of their consumer. Which addresses
   * are not mailed again is each company's own list (shared/invoices/emails), so SES keeps none for these sets.
   */
  private documentMail(stage: StageSettings, queue: Queue): void {
    const topic = new Topic(this, 'EmailEventsTopic', { topicName: names.emailEventsTopicName(stage), enforceSSL: true });
    topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'SesPublishes',
        principals: [new ServicePrincipal('ses.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    queue.addToResourcePolicy(
      new PolicyStatement({
        sid: 'TopicSends',
        principals: [new ServicePrincipal('sns.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [queue.queueArn],
        conditions: { ArnEquals: { 'aws:SourceArn': topic.topicArn } },
      }),
    );
    new CfnSubscription(this, 'EmailEventsSubscription', {
      topicArn: topic.topicArn,
      protocol: 'sqs',
      endpoint: queue.queueArn,
      rawMessageDelivery: true,
    });
    const sets = names.documentConfigurationSets(stage);
    for (const [name, events] of [
      [sets.plain, FATE],
      [sets.tracked, [...FATE, ...TRACKED]],
    ] as const) {
      const set = new CfnConfigurationSet(this, logicalId(name.slice(stage.name.length + 1)), {
        name,
        deliveryOptions: { tlsPolicy: 'REQUIRE' },
        reputationOptions: { reputationMetricsEnabled: true },
        suppressionOptions: { suppressedReasons: [] },
      });
      new CfnConfigurationSetEventDestination(this, `${set.node.id}Events`, {
        configurationSetName: set.ref,
        eventDestination: {
          name: 'topic',
          enabled: true,
          matchingEventTypes: [...events],
          snsDestination: { topicArn: topic.topicArn },
        },
      });
    }
  }

  private mail(stage: StageSettings): void {
    new CfnConfigurationSet(this, 'Mail', {
      name: names.configurationSet(stage),
      deliveryOptions: { tlsPolicy: 'REQUIRE' },
      reputationOptions: { reputationMetricsEnabled: true },
      // An address that bounced or complained is not mailed again.
      suppressionOptions: { suppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    });
    if (!stage.hostedZone) return;
    const zone = PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', {
      hostedZoneId: stage.hostedZone.id,
      zoneName: stage.hostedZone.name,
    });
    new EmailIdentity(this, 'MailDomain', { identity: Identity.publicHostedZone(zone) });
  }
}
