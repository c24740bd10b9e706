import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadCatalogue } from '../../../infra/catalogue.ts';
import { keepsIdempotency } from '../../../infra/api/declared-errors.ts';
import { bodyFor, filled } from '../../support/matrix/resources.ts';
import { senderTo } from '../../support/matrix/send.ts';
import { makeTarget } from '../../support/matrix/targets.ts';
import { type Scope, useService } from '../../support/service.ts';

/** A repetition gets the whole first response: status, headers and body, whatever the type of the body. */

const { endpoints } = await loadCatalogue();
const files = endpoints
  .map(({ handler: { definition } }) => ({ title: `${definition.method} ${definition.path}`, definition }))
  .filter(({ definition }) => keepsIdempotency(definition) && definition.produces !== undefined);

const service = useService();
let scope: Scope;
beforeAll(async () => {
  scope = await service().newCompany(await service().newUser());
});

describe('POSTs that respond with something other than JSON', () => {
  test('there is one', () => expect(files.map(({ title }) => title)).toContain('POST /api/v1/pdf-template-config/preview'));

  test.each(files)('$title', async ({ definition }) => {
    const params = await makeTarget(service(), scope, definition);
    const body = await bodyFor(service(), scope, 'POST', definition.path);
    const headers = {
      authorization: `Bearer ${scope.token}`,
      'x-company': scope.company,
      'idempotency-key': randomUUID(),
    };
    const send = () =>
      senderTo(service().url)({
        method: 'POST',
        path: filled(definition.path, params),
        headers,
        ...(definition.body && { body }),
      });
    const [first, second] = [await send(), await send()];
    const { date: _d, 'x-request-id': _i, ...given } = first.headers;
    const { date: _e, 'x-request-id': _j, 'idempotent-replayed': replayed, ...again } = second.headers;
    expect(first.status).toBe(Number(Object.keys(definition.responses)[0]));
    expect(given['content-type']?.split(';')[0]).toBe(definition.produces);
    expect(replayed).toBe('true');
    expect([second.status, second.text, again]).toEqual([first.status, first.text, given]);
  });
});
