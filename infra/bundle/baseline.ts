import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

const client = DynamoDBDocumentClient.from(new DynamoDBClient());

/**
 * A function that only loads the DynamoDB document client. The import times of all other functions are divided by that of this one.
 */
export const handler = ({ id }: { id: string }): Promise<unknown> =>
  client.send(new GetCommand({ TableName: 'none', Key: { PK: id, SK: id } }));
