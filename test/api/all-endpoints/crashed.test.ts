import { afterAll, beforeAll, expect, test } from 'vitest';
import { CASES } from '../../support/matrix/endpoints.ts';
import { openOwner, type Owner } from '../../support/matrix/owner.ts';
import { filled } from '../../support/matrix/resources.ts';
import { senderTo } from '../../support/matrix/send.ts';
import { useOwnService } from '../../support/service.ts';

/** What every endpoint answers when the process of its function ends before its first call: what API Gateway says for it. */

// Each request makes a call then, since it is counted.
const service = useOwnService({ machines: [], rateLimits: true });
let owner: Owner;
beforeAll(async () => {
  owner = await openOwner(service(), 'Crashes');
});
afterAll(() => service().runtime.faults.clear());

test('500 in the words of API Gateway, and nothing of the cause', async () => {
  const send = senderTo(service().url);
  const answers = await Promise.all(
    CASES.map(async ({ title, name, definition }) => {
      service().runtime.faults.crash({ name, call: 1, when: 'before' });
      const { method, path } = definition;
      const headers = { authorization: `Bearer ${owner.scope.token}`, 'x-company': owner.scope.company };
      const { status, text } = await send({ method, path: filled(path, owner.anyParams(definition)), headers });
      return { title, status, text };
    }),
  );
  const failed = { status: 500, text: '{"message":"Internal Server Error"}' };
  expect(answers).toEqual(answers.map(({ title }) => ({ title, ...failed })));
});
