import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { PublicHostedZone } from 'aws-cdk-lib/aws-route53';
import { CfnConfigurationSet, EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import { Queue, QueueEncryption, RedrivePermission } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { BackgroundEntry } from '../catalogue.ts';
import * as names from '../names.ts';
import { queuesOf } from '../queues.ts';
import type { StageSettings } from '../stages.ts';
import { logicalId } from './template.ts';

/** How long what failed waits for someone to look at it: the most that SQS keeps. */
const DEAD_LETTERS_KEPT = Duration.days(14);

/** Queues with their dead-letter queues, and how mails leave. */
export class MessagingStack extends Stack {
  constructor(scope: Construct, id: string, stage: StageSettings, background: readonly BackgroundEntry[], props?: StackProps) {
    super(scope, id, props);
    for (const { name, visibilityTimeoutSeconds, maxReceiveCount, deadLetterQueue } of queuesOf(background)) {
      new Queue(this, logicalId(name), {
        queueName: names.queueName(stage, name),
        visibilityTimeout: Duration.seconds(visibilityTimeoutSeconds),
        retentionPeriod: Duration.days(4),
        encryption: QueueEncryption.SQS_MANAGED,
        enforceSSL: true,
        deadLetterQueue: { queue: this.deadLetters(stage, deadLetterQueue, name), maxReceiveCount },
      });
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
