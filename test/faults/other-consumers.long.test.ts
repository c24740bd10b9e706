import { beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { hasFile } from '#shared/platform/aws/documents-bucket.ts';
import { storageKeyOf } from '#shared/documents/invoices/attachments/model.ts';
import type { Attachment } from '../support/contract.ts';
import { interruptEveryCall } from '../support/faults/every-call.ts';
import { formWith, PDF } from '../support/files.ts';
import { call, connect, detailOf, draft, lastingTrader } from '../support/invoices.ts';
import { keyWith } from '../support/members.ts';
import { type Scope, useOwnService } from '../support/service.ts';

const service = useOwnService();
let scope: Scope;

beforeAll(async () => {
  scope = await lastingTrader(service());
});

const request = async <T>(method: string, path: string, body?: object): Promise<T> => {
  const answer = await call<T>(service(), scope, method, path, body);
  expect(answer.status, `${method} ${path}`).toBeLessThan(300);
  return answer.body;
};

describe('consumers that are interrupted at any call', () => {
  // The second invokes the first.
  it.each(['workers-discard-file', 'workers-hand-out-background'])(
    '%s: the bytes of removed attachments are deleted',
    async name => {
      const { id: invoiceId } = await draft(service(), scope, { clientId: (await service().newClient(scope)).id });
      const keys: string[] = [];
      await interruptEveryCall(service(), {
        name,
        run: async () => {
          const path = `/invoices/${invoiceId}/attachments`;
          const { body } = await service().api('POST', `/api/v1${path}`, { ...scope, body: formWith(PDF) });
          const { id } = body as Attachment;
          await request('DELETE', `${path}/${id}`);
          await service().idle();
          keys.push(storageKeyOf(scope.company, invoiceId, id));
        },
        check: async () => {
          await service().advance('PT1H');
          expect(await Promise.all(keys.map(hasFile))).toEqual(keys.map(() => false));
        },
      });
    },
  );

  it('workers-propagate-client-change: drafts have the changed client', async () => {
    const drafts: { id: string; name: string }[] = [];
    await interruptEveryCall(service(), {
      name: 'workers-propagate-client-change',
      run: async what => {
        const client = await service().newClient(scope, { cui: null, name: `Vechi ${what} SRL` });
        const { id } = await draft(service(), scope, { clientId: client.id });
        // The caller's own function changes nothing: the deferred task must do all of it.
        await request('PATCH', `/clients/${client.id}`, { name: `Nou ${what} SRL` });
        drafts.push({ id, name: `Nou ${what} SRL` });
        await service().advance('PT2M');
      },
      check: async () => {
        await service().advance('PT1H');
        const shown = await Promise.all(drafts.map(async ({ id }) => (await detailOf(service(), scope, id)).client?.name));
        expect(shown).toEqual(drafts.map(({ name }) => name));
      },
    });
  });

  it('schedules-inbound-sync: the company is synchronized by the next run', async () => {
    const user = await service().newUser();
    const { company } = await service().newCompany(user, { cif: '39000001', vatCode: 'RO39000001' });
    const own = { token: await keyWith(service(), user, PERMISSIONS), company };
    await connect(service(), { token: user.token, company });
    expect((await call(service(), own, 'POST', `/companies/${company}/toggle-sync`)).status).toBe(200);
    const lastSync = async () =>
      (await call<{ lastSync: string | null }>(service(), own, 'GET', '/sync/status')).body.lastSync ?? '';
    await interruptEveryCall(service(), {
      name: 'schedules-inbound-sync',
      // Beyond the interval of every plan.
      run: () => service().advance('PT25H'),
      check: async () => {
        const before = await lastSync();
        await service().advance('PT25H');
        expect((await lastSync()) > before).toBe(true);
      },
    });
  });
});
