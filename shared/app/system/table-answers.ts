import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { tableName } from '#shared/platform/store/table.ts';
import { answersInTime } from './answers-in-time.ts';

/** Whether the table answers a read within 2 seconds. */
export const tableAnswers = (): Promise<boolean> =>
  answersInTime(abortSignal =>
    dynamodb().send(new GetCommand({ TableName: tableName(), Key: { pk: 'HEALTH', sk: 'HEALTH' } }), { abortSignal }),
  );
