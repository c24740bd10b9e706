import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { instrumentClients } from '#shared/platform/aws/client.ts';
import { CASES } from '../../support/matrix/endpoints.ts';
import { openOwner, type Owner } from '../../support/matrix/owner.ts';
import { selected } from '../../support/selection/selected.ts';
import type { Grant } from '#shared/platform/lambda/grants.ts';
import { useOwnService } from '../../support/service.ts';

/** Endpoints that read or write files return 503 with `Retry-After` while S3 throttles them (`SlowDown`), never 500. */

// The SDK waits for seconds between its attempts; its authors test that it repeats a throttled call.
const ONCE = {
  acquireInitialRetryToken: () => Promise.resolve({ getRetryCount: () => 0, getRetryDelay: () => 0 }),
  refreshRetryTokenForRetry: () => Promise.reject(new Error('There is one attempt.')),
  recordSuccess: () => {},
};
instrumentClients(client => {
  // Every client of the SDK has this member of its configuration, which the type of a plugin leaves out.
  const { config } = client as unknown as { config: { serviceId: string; retryStrategy: () => Promise<unknown> } };
  if (config.serviceId === 'S3') config.retryStrategy = () => Promise.resolve(ONCE);
});

const service = useOwnService({ onError: () => {} });
let owner: Owner;
beforeAll(async () => {
  owner = await openOwner(service(), 'Files');
});
afterEach(() => service().runtime.faults.clear());

const FILES: readonly Grant[] = ['documents:read', 'documents:write', 'uploads:read', 'render:invoke'];

const OF_FILES = CASES.filter(({ definition }) => definition.uses?.some(word => FILES.includes(word)));

/** Their requests must reach the bucket; those of the others may need no file, such as a short list. */
const MUST_WAIT = [
  'GET /api/v1/companies/{uuid}/logo',
  'POST /api/v1/companies/{uuid}/logo',
  'GET /api/v1/invoices/{uuid}/pdf',
  'GET /api/v1/invoices/{uuid}/xml',
  'GET /api/v1/invoices/{uuid}/signature',
  'POST /api/v1/invoices/{uuid}/verify-signature',
  'GET /api/v1/delivery-notes/{uuid}/pdf',
  'GET /api/v1/proforma-invoices/{uuid}/pdf',
  'POST /api/v1/invoices/{uuid}/attachments',
  'GET /api/v1/invoices/{uuid}/attachments/{attachmentId}',
];

describe('a bucket that throttles', () => {
  test.each(selected(OF_FILES))('$title', async ({ title, definition }) => {
    if (definition.auth === 'public') return;
    const params = await owner.fixtures.target(definition);
    const takesBody = (definition.body ?? definition.form) !== undefined;
    const body = takesBody ? await owner.fixtures.body(definition) : undefined;
    await service().idle();
    service().runtime.faults.add({ service: 's3', kind: 'throttle' });
    const answer = await owner.ask(definition, params, { body });
    if (MUST_WAIT.includes(title)) expect(answer.status, answer.text).toBe(503);
    expect(answer.status, answer.text).not.toBe(500);
    if (answer.status !== 503) return;
    expect(answer.json).toMatchObject({ error: { code: 'service_unavailable' } });
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  });

  test('every operation that must wait is an operation of the API', () => {
    expect(OF_FILES.map(({ title }) => title)).toEqual(expect.arrayContaining(MUST_WAIT));
  });
});
