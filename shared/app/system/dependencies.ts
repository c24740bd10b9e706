import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { environment, environmentVariable } from '#shared/platform/aws/environment.ts';
import { queueVariable } from '#shared/platform/aws/queues.ts';
import { s3 } from '#shared/platform/aws/s3.ts';
import { sqs } from '#shared/platform/aws/sqs.ts';
import { answersInTime } from './answers-in-time.ts';
import { CHECKED_PREFIX } from './report.ts';

/** Whether the queue service answers, checked with one of the queues. */
export const queuesAnswer = (): Promise<boolean> =>
  answersInTime(abortSignal =>
    sqs().send(
      new GetQueueAttributesCommand({
        QueueUrl: environmentVariable(queueVariable('email')),
        AttributeNames: ['ApproximateNumberOfMessages'],
      }),
      { abortSignal },
    ),
  );

/** Whether the bucket of documents answers. */
export const documentsBucketAnswers = (): Promise<boolean> =>
  answersInTime(abortSignal =>
    s3().send(new ListObjectsV2Command({ Bucket: environment('documentsBucket'), Prefix: CHECKED_PREFIX, MaxKeys: 1 }), {
      abortSignal,
    }),
  );

/** Free megabytes in the folder for temporary files; 0 when that cannot be determined. */
export async function freeMegabytes(): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(tmpdir());
    return Math.floor((bavail * bsize) / 2 ** 20);
  } catch {
    return 0;
  }
}
