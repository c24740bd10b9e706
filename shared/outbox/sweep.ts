import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { environment, type EnvironmentVariable } from '../aws/environment.ts';
import { sqs } from '../aws/sqs.ts';
import { type FollowUp, dueWork, postpone } from '../store/follow-up.ts';
import { companyScope } from '../store/table.ts';
import { ConditionFailed, transact } from '../store/transact.ts';

/** Seconds until work that was handed on is looked after again, if nobody has done it by then. */
const AGAIN = 300;

/** Who does work of each kind. */
const QUEUE_URLS: Record<FollowUp['kind'], EnvironmentVariable> = { render: 'renderQueueUrl', client: 'followQueueUrl' };

/** Hands work that is due to its queue. Running twice hands it on twice: the receivers are idempotent. */
export async function sweep(): Promise<void> {
  await Promise.all((await dueWork()).map(handOn));
}

async function handOn(work: FollowUp): Promise<void> {
  try {
    await transact([postpone(companyScope(work.companyId), work, AGAIN)]);
  } catch (error) {
    if (error instanceof ConditionFailed) return; // Done meanwhile.
    throw error;
  }
  await sqs().send(
    new SendMessageCommand({
      QueueUrl: environment(QUEUE_URLS[work.kind]),
      MessageBody: JSON.stringify({ companyId: work.companyId, id: work.id }),
    }),
  );
}
