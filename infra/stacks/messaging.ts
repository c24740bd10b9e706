import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias } from 'aws-cdk-lib/aws-kms';
import { PublicHostedZone } from 'aws-cdk-lib/aws-route53';
import { CfnConfigurationSet, CfnConfigurationSetEventDestination, EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import { CfnSubscription, Topic } from 'aws-cdk-lib/aws-sns';
import { Queue, QueueEncryption, RedrivePermission } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { DEAD_LETTERS, QUEUES } from '#shared/platform/aws/queues.ts';
import type { BackgroundEntry } from '../catalogue.ts';
import * as names from '../stage/names.ts';
import { DEAD_LETTER_DAYS, MESSAGE_DAYS, queuesOf } from '../stage/queues.ts';
import type { StageSettings } from '../stage/stages.ts';
import { logicalId } from './template.ts';

/** Delivery events of a mail. Not opens and clicks, for which SES would add a picture and rewrite links (docs/adr/0004). */
const OUTCOMES = ['SEND', 'REJECT', 'RENDERING_FAILURE', 'DELIVERY', 'BOUNCE', 'COMPLAINT'];

/** Queues with their dead-letter queue, and the SES resources for sending mails. */
export class MessagingStack extends Stack {
  constructor(scope: Construct, id: string, stage: StageSettings, background: readonly BackgroundEntry[], props?: StackProps) {
    super(scope, id, props);
    // Of all queues of the account: SQS lets a dead-letter queue name at most ten.
    const deadLetters = this.deadLetters(stage, DEAD_LETTERS, RedrivePermission.ALLOW_ALL);
    for (const { name, visibilityTimeoutSeconds, maxReceiveCount } of queuesOf(background)) {
      const queue = new Queue(this, logicalId(name), {
        queueName: names.queueName(stage, name),
        visibilityTimeout: Duration.seconds(visibilityTimeoutSeconds),
        retentionPeriod: Duration.days(MESSAGE_DAYS),
        encryption: QueueEncryption.SQS_MANAGED,
        enforceSSL: true,
        deadLetterQueue: { queue: deadLetters, maxReceiveCount },
      });
      if (QUEUES[name].sentBy === 'mail-events-topic') this.mail(stage, this.mailEvents(stage, queue));
    }
    for (const { name, handler } of background) {
      if (handler.definition.kind === 'stream')
        this.deadLetters(stage, names.streamDeadLetters(name), RedrivePermission.DENY_ALL);
    }
    this.mailDomain(stage);
  }

  /** @param redrivePermission which queues may name it as theirs; an event source mapping needs none to send to it */
  private deadLetters(stage: StageSettings, name: string, redrivePermission: RedrivePermission): Queue {
    return new Queue(this, logicalId(name), {
      queueName: names.queueName(stage, name),
      retentionPeriod: Duration.days(DEAD_LETTER_DAYS),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      redriveAllowPolicy: { redrivePermission },
    });
  }

  /** SES publishes delivery events to this topic, which sends them, at least once, to the queue of their consumer. */
  private mailEvents(stage: StageSettings, queue: Queue): Topic {
    const topic = new Topic(this, 'EmailEventsTopic', {
      topicName: names.emailEventsTopicName(stage),
      enforceSSL: true,
      // The AWS managed key of SNS does not allow SES to publish; the policy of this one does (stacks/data.ts).
      masterKey: Alias.fromAliasName(this, 'DataKey', names.keyAlias(stage, 'data')),
    });
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
    return topic;
  }

  /**
   * The configuration sets. For mails about accounts SES adds addresses that bounced or complained to its suppression list. For
   * mails with documents each company has a suppression list of its own (shared/output/mail/documents/suppression.ts), so SES must not
   * suppress any.
   */
  private mail(stage: StageSettings, topic: Topic): void {
    this.configurationSet('Mail', names.configurationSet(stage), topic, ['SEND'], ['BOUNCE', 'COMPLAINT']);
    this.configurationSet('Documents', names.documentConfigurationSet(stage), topic, OUTCOMES, []);
  }

  /** @param events the event types that are published to the topic @param suppressed reasons for which SES suppresses an address */
  private configurationSet(id: string, name: string, topic: Topic, events: readonly string[], suppressed: string[]): void {
    const set = new CfnConfigurationSet(this, id, {
      name,
      deliveryOptions: { tlsPolicy: 'REQUIRE' },
      reputationOptions: { reputationMetricsEnabled: true },
      suppressionOptions: { suppressedReasons: suppressed },
    });
    new CfnConfigurationSetEventDestination(this, `${id}Events`, {
      configurationSetName: set.ref,
      eventDestination: {
        name: 'topic',
        enabled: true,
        matchingEventTypes: [...events],
        snsDestination: { topicArn: topic.topicArn },
      },
    });
  }

  private mailDomain(stage: StageSettings): void {
    if (!stage.hostedZone) return;
    const zone = PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', {
      hostedZoneId: stage.hostedZone.id,
      zoneName: stage.hostedZone.name,
    });
    new EmailIdentity(this, 'MailDomain', { identity: Identity.publicHostedZone(zone) });
  }
}
