import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { example } from '../../../clients/typescript/example.ts';
import {
  ApiError,
  type ClientOptions,
  createInvoicingClient,
  type InvoicingClient,
  items,
  ok,
} from '../../../clients/typescript/src/index.ts';
import { INVOICE } from '../../../infra/local/demo/journey.ts';
import { keyWith } from '../../support/members.ts';
import { useOwnService } from '../../support/service.ts';

/** The typed client as an integrator uses it, against the local runtime. */
const service = useOwnService();

interface Connected {
  client: InvoicingClient;
  options: ClientOptions;
  clientId: string;
}

async function connected(): Promise<Connected> {
  const user = await service().newUser();
  const { company } = await service().newCompany(user);
  const { id: clientId } = await service().newClient({ token: user.token, company });
  const { email, password } = user;
  const options = { baseUrl: service().url, credentials: { email, password }, company };
  return { client: createInvoicingClient(options), options, clientId };
}

const draft = (client: InvoicingClient, clientId: string) =>
  ok(client.POST('/api/v1/invoices', { body: { ...INVOICE, clientId, idempotencyKey: crypto.randomUUID() } as never }));

describe('the typed client', () => {
  it('logs in, drafts, issues, reads and lists page by page', async () => {
    const { client, clientId } = await connected();
    const made: string[] = [];
    for (let time = 0; time < 3; time++) {
      const created = await draft(client, clientId);
      // A credit note is returned without this wrapper.
      if ('invoice' in created) made.push(created.invoice.id);
    }
    const [uuid = ''] = made;
    const issued = await ok(client.POST('/api/v1/invoices/{uuid}/issue', { params: { path: { uuid } } }));
    expect(issued).toMatchObject({ status: 'issued' });
    expect(await ok(client.GET('/api/v1/invoices/{uuid}', { params: { path: { uuid } } }))).toMatchObject({ id: uuid });

    const listed: string[] = [];
    for await (const { id } of items(client, '/api/v1/invoices', { query: { limit: 2 } })) listed.push(id);
    expect(listed.toSorted()).toEqual(made.toSorted());
  });

  it('works as its README shows', async () => {
    const user = await service().newUser();
    const { company } = await service().newCompany(user);
    const { id: clientId } = await service().newClient({ token: user.token, company });
    const key = await keyWith(service(), user, ['invoice.view', 'invoice.create', 'invoice.issue']);
    const [number, head, ...numbers] = await example(service().url, key, company, clientId);
    expect([head, numbers]).toEqual(['%PDF-', [number]]);

    const folder = join(import.meta.dirname, '../../../clients/typescript');
    const shown = /README begins\n(.*) {2}\/\/ README ends/s.exec(readFileSync(join(folder, 'example.ts'), 'utf8'))?.[1];
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(shown?.replace(/^ {2}/gm, '') ?? 'no example');
  });

  it('continues after its access token has expired', async () => {
    const { client } = await connected();
    await ok(client.GET('/api/v1/me'));
    await service().advance('PT2H');
    expect((await ok(client.GET('/api/v1/me'))) as object).toHaveProperty('email');
  });

  it('throws the error of the contract with its details', async () => {
    const { client } = await connected();
    const error = await ok(client.POST('/api/v1/clients', { body: {} as never })).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 422, code: 'validation_error' });
    expect((error as ApiError).details).toHaveProperty('name');
    expect((error as ApiError).requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('creates one invoice when the response is lost and the request is repeated', async () => {
    const { options, clientId } = await connected();
    let losses = 0;
    const client = createInvoicingClient({
      ...options,
      sleep: () => Promise.resolve(),
      fetch: async request => {
        const response = await fetch(request);
        if (request.method !== 'POST' || !request.url.endsWith('/api/v1/invoices') || losses++ > 0) return response;
        throw new TypeError('The connection was reset.');
      },
    });
    const body = { ...INVOICE, clientId } as never;
    const { invoice } = (await ok(client.POST('/api/v1/invoices', { body }))) as { invoice: { id: string } };
    expect(losses).toBe(2);
    const { total, data } = await ok(client.GET('/api/v1/invoices'));
    expect([total, data[0]?.id]).toEqual([1, invoice.id]);
  });
});
