import { setTimeout as sleep } from 'node:timers/promises';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../aws/dynamodb.ts';
import { tableName } from './table.ts';

/** Shorter than load balancers wait, and than the SDK would go on trying. */
const PATIENCE_MILLIS = 2_000;

/** Whether the table answers a read in good time. */
export function tableAnswers(): Promise<boolean> {
  const read = dynamodb().send(new GetCommand({ TableName: tableName(), Key: { pk: 'HEALTH', sk: 'HEALTH' } }), {
    abortSignal: AbortSignal.timeout(PATIENCE_MILLIS),
  });
  const answered = read.then(
    () => true,
    () => false,
  );
  return Promise.race([answered, sleep(PATIENCE_MILLIS, false, { ref: false })]);
}
