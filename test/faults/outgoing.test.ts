import { beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../../shared/identity/permissions.ts';
import { call, issued } from '../support/invoices.ts';
import { keyWith } from '../support/members.ts';
import { type Scope, useService } from '../support/service.ts';

const service = useService();
let scope: Scope;
let invoiceId: string;

beforeAll(async () => {
  const user = await service().newUser();
  const { company } = await service().newCompany(user);
  scope = { token: await keyWith(service(), user, [...PERMISSIONS]), company };
  invoiceId = (await issued(service(), scope)).id;
});

/** The calls that a worker makes at most for one message here. */
const CALLS = 12;

describe('A worker that dies at any call of sending a mail', () => {
  it('leaves a mail that goes out once, not more and not less', async () => {
    for (let at = 1; at <= CALLS; at++) {
      for (const when of ['before', 'after'] as const) {
        const to = `died-${when}-${at}@client.example`;
        service().runtime.faults.crash({ call: at, when, name: 'workers-send-document-email' });
        const { body } = await call<{ emailId: string }>(service(), scope, 'POST', `/invoices/${invoiceId}/email`, {
          to,
          attachPdf: false,
        });
        await service().idle();
        service().runtime.faults.clear();
        // The queue brings the message again when its time is over.
        await service().advance('PT7M');
        expect(await service().mailbox(to), `died ${when} call ${at}`).toHaveLength(1);
        const history = (
          await call<{ id: string; deliveryStatus: string }[]>(service(), scope, 'GET', `/invoices/${invoiceId}/emails`)
        ).body;
        expect(history.find(one => one.id === body.emailId)?.deliveryStatus, `died ${when} call ${at}`).toBe('delivered');
      }
    }
  }, 300_000);
});

describe('A worker that dies at any call of packing an archive', () => {
  it('leaves an export that another one completes', async () => {
    for (let at = 1; at <= CALLS; at++) {
      service().runtime.faults.crash({ call: at, when: 'after', name: 'workers-build-export' });
      const { body } = await call<{ exportId: string }>(service(), scope, 'POST', '/invoices/export/zip', {
        invoiceIds: [invoiceId],
        includePdf: false,
      });
      await service().idle();
      service().runtime.faults.clear();
      await service().advance('PT31M');
      const job = (await call<{ status: string; filename: string }>(service(), scope, 'GET', `/exports/${body.exportId}`)).body;
      expect(job.status, `died after call ${at}`).toBe('completed');
      expect((await call(service(), scope, 'GET', `/exports/${job.filename}`)).status).toBe(200);
    }
  }, 300_000);
});
