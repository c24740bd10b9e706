import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

const client = DynamoDBDocumentClient.from(new DynamoDBClient());

/** A function that loads the DynamoDB document client and nothing of ours: what the import times of all others are compared with. */
export const handler = ({ id }: { id: string }): Promise<unknown> =>
  client.send(new GetCommand({ TableName: 'none', Key: { PK: id, SK: id } }));
