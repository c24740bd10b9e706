import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../aws/dynamodb.ts';
import { tableName } from './table.ts';

/** Shorter than load balancers wait. */
const PATIENCE_MILLIS = 2_000;

/** Whether the table answers a read in good time. */
export async function tableAnswers(): Promise<boolean> {
  try {
    await dynamodb().send(new GetCommand({ TableName: tableName(), Key: { pk: 'HEALTH', sk: 'HEALTH' } }), {
      abortSignal: AbortSignal.timeout(PATIENCE_MILLIS),
    });
    return true;
  } catch {
    return false;
  }
}
