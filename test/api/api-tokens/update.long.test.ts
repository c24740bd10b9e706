import { expect, test } from 'vitest';
import { registerReady } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { apiTokensCalls } from './calls.ts';

const service = useService();
const { send, list, create } = apiTokensCalls(service);

test('of many simultaneous changes of scopes some succeed and the others get 409', async () => {
  const owner = await registerReady(service());
  const scopes = ['invoice.view', 'client.view', 'product.view'];
  const key = await create(owner.token, { scopes });
  const answers = await Promise.all(
    Array.from({ length: 15 }, (_, place) => send('PATCH', `/${key.id}`, owner.token, { scopes: [scopes[place % 3]] })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const made = answers.filter(({ status }) => status === 200).map(({ body }) => (body as { scopes: string[] }).scopes);
  expect(made).toContainEqual((await list(owner.token)).find(one => one.id === key.id)?.scopes);
});
