import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { PLANS } from '#shared/platform/access/plans.ts';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { organizationKey, tableName } from '#shared/platform/store/table.ts';

/** Sets the plan of an organization. @returns false when there is no such organization @throws RangeError for an unknown plan */
export async function setPlan(organizationId: string, plan: string): Promise<boolean> {
  if (!Object.hasOwn(PLANS, plan)) throw new RangeError(`"${plan}" is none of ${Object.keys(PLANS).join(', ')}.`);
  try {
    await dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: organizationKey(organizationId, 'ORGANIZATION'),
        UpdateExpression: 'SET #data.#plan = :plan',
        ExpressionAttributeNames: { '#data': 'data', '#plan': 'plan' },
        ExpressionAttributeValues: { ':plan': plan },
        ConditionExpression: 'attribute_exists(pk)',
      }),
    );
    return true;
  } catch (error) {
    if ((error as Error).name === 'ConditionalCheckFailedException') return false;
    throw error;
  }
}
