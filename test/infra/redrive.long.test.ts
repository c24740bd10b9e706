import { expect, it } from 'vitest';
import { targetOf } from '../../infra/redrive/target.ts';
import { QUEUE_NAMES } from '#shared/platform/aws/queues.ts';
import { ofType, STAGE, synthesise, partOfSystem } from './synthesis.ts';

it('a redrive of a stage finds each queue, the dead-letter queue, the dead letters of the stream and the table', async () => {
  const target = await targetOf({ stage: 'dev', local: '' });
  const templates = synthesise(await partOfSystem(), { ...STAGE, name: 'dev' });
  const named = (type: string, name: string) => ofType(templates, type).map(({ Properties }) => Properties[name]);
  const queues = [...QUEUE_NAMES.map(name => target.queue(name)), target.deadLetters];
  expect([...queues, ...target.streamDeadLetters].toSorted()).toEqual(named('AWS::SQS::Queue', 'QueueName').toSorted());
  expect(named('AWS::DynamoDB::Table', 'TableName')).toEqual([target.environment['TABLE_NAME']]);
  expect(target.environment['AWS_REGION']).toBe('eu-central-1');
});
