import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { CLIENT } from '../../local/demo/journey.ts';
import { exportItems, type Item } from '../../local/drill/items.ts';
import { localCaller } from '../../local/engines/dynamodb/local-caller.ts';
import { operationOf } from '../../local/engines/dynamodb/wire-answer.ts';
import { TABLE } from '../../local/environment.ts';
import type { Incident } from '../incident.ts';
import type { System } from '../system.ts';

/** The table fails, has no room, loses records, or somebody changes what it holds. */

const DAY = 24 * 60;

/** Changes an item by hand, as somebody does who has got into the account. */
async function rewrite(
  system: System,
  is: (item: Item) => boolean,
  set: (item: Item) => [attribute: string, value: unknown],
): Promise<void> {
  const { endpoint } = system.runtime.engines.dynamodb;
  const item = (await exportItems(endpoint)).find(is);
  if (!item) throw new Error('There is no such item.');
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, ...localCaller() }));
  const [attribute, value] = set(item);
  await client.send(
    new UpdateCommand({
      TableName: TABLE,
      Key: { pk: item['pk'], sk: item['sk'] },
      UpdateExpression: 'SET #attribute = :value',
      ExpressionAttributeNames: { '#attribute': attribute },
      ExpressionAttributeValues: { ':value': value },
    }),
  );
  client.destroy();
}

const invoiceItem =
  (system: System, place: number) =>
  (item: Item): boolean =>
    item['sk'] === `INV#${system.made[place]?.id}`;

/** What a partition key answers that gets more than it can serve. */
const THROTTLED = JSON.stringify({
  __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
  message: 'The level of configured provisioned throughput for the table was exceeded.',
});

let hot = false;

export const TABLE_INCIDENTS: Incident[] = [
  {
    id: 'table-fails',
    title: 'The table fails for ten minutes',
    rings: ['api-5xx', 'slo-issue', 'rollout-invoices'],
    async happens(system) {
      const drafts: string[] = [];
      for (let made = 0; made < 12; made++) drafts.push(await system.draft());
      system.runtime.faults.add({ service: 'dynamodb', kind: 'fail' });
      for (const id of drafts) await system.once('POST', `/api/v1/invoices/${id}/issue`);
      await system.pass(10);
      system.runtime.faults.clear();
      for (const id of drafts) await system.issue(id);
      await system.pass(30);
    },
  },
  {
    id: 'table-slow',
    title: 'Calls of the table take over five seconds for a quarter of an hour',
    rings: ['api-slow'],
    async happens(system) {
      for (let request = 0; request < 3; request++) {
        system.runtime.faults.add({ service: 'dynamodb', kind: 'slow', delayMs: 5_200, times: 1 });
        await system.once('GET', `/api/v1/clients/${system.clientId}`);
        await system.pass(5);
      }
    },
  },
  {
    id: 'table-hot',
    title: 'A company creates more than its partition key can take',
    rings: ['table-throttled'],
    aroundTable: (table, watch) => {
      let calls = 0;
      return {
        close: table.close,
        send: request => {
          const writes = operationOf(request.headers['x-amz-target']) === 'TransactWriteItems';
          if (!hot || !writes || ++calls % 2 === 0) return table.send(request);
          watch.throttled('Write');
          return Promise.resolve({ statusCode: 400, headers: {}, body: Buffer.from(THROTTLED) });
        },
      };
    },
    async happens(system) {
      hot = true;
      const clients = Array.from({ length: 60 }, (_, place) => ({ ...CLIENT, name: `Client ${place}`, cui: undefined }));
      const answers = await Promise.all(clients.map(client => system.insist('POST', '/api/v1/clients', client)));
      hot = false;
      await system.pass(30);
      const refused = answers.filter(({ status }) => status >= 300).map(({ status }) => status);
      return refused.length === 0 ? [] : [`Creating clients answered ${refused.join(', ')}.`];
    },
  },
  {
    id: 'stream-records-lost',
    title: 'The stream loses the records of issued documents and of mails',
    rings: [],
    async happens(system) {
      for (const kind of ['outbox', 'invoice-email'])
        for (let which = 1; which <= 6; which++) system.runtime.faults.loseRecord(kind, which);
      await system.work(6, { submit: 'planned', mail: true });
      await system.pass(4 * 60);
    },
  },
  {
    id: 'document-rewritten',
    title: 'Somebody changes the total of an issued invoice in the table',
    rings: ['security-incidents'],
    async happens(system) {
      await system.work(2);
      await rewrite(system, invoiceItem(system, 0), ({ data }) => ['data', { ...(data as object), total: '1.00' }]);
      await system.pass(30 * DAY, DAY);
    },
  },
  {
    id: 'document-gutted',
    title: 'Somebody empties an issued invoice in the table',
    rings: ['incidents', 'security-incidents'],
    async happens(system) {
      await system.work(2);
      await rewrite(system, invoiceItem(system, 0), () => ['data', Buffer.from('nothing')]);
      await system.pass(30 * DAY, DAY);
    },
  },
  {
    id: 'counter-lowered',
    title: 'Somebody sets the counter of a series back',
    rings: ['security-incidents'],
    async happens(system) {
      await system.work(2);
      await rewrite(
        system,
        ({ data }) => (data as { highestUsed?: number } | undefined)?.highestUsed === 3,
        ({ data }) => ['data', { ...(data as object), currentNumber: 1 }],
      );
      const draft = await system.draft();
      const refused = await system.once('POST', `/api/v1/invoices/${draft}/issue`);
      await system.pass(30 * DAY, DAY);
      return refused.status === 422 ? [] : [`Issuing answered ${refused.status}.`];
    },
  },
];
