import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { environment } from '../../aws/environment.ts';
import { sqs } from '../../aws/sqs.ts';
import type { CompanyId } from '../../store/table.ts';

/** Asks for a company's list file to be made again; whoever gets the message looks whether that is worth it. */
export async function requestCompaction(company: CompanyId): Promise<void> {
  await sqs().send(
    new SendMessageCommand({ QueueUrl: environment('listQueueUrl'), MessageBody: JSON.stringify({ companyId: company }) }),
  );
}
