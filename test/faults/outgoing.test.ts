import { beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../../shared/access/permissions.ts';
import { readExport, slotKey, SLOTS } from '../../shared/invoices/export/model.ts';
import { getItem } from '../../shared/store/read.ts';
import { companyScope } from '../../shared/store/table.ts';
import { call, inForce } from '../support/invoices.ts';
import { keyWith } from '../support/members.ts';
import { type Scope, useOwnService } from '../support/service.ts';
import { LONG } from '../support/effort.ts';

const service = useOwnService();
let scope: Scope;
let invoiceId: string;

beforeAll(async () => {
  const user = await service().newUser();
  const { company } = await service().newCompany(user);
  scope = { token: await keyWith(service(), user, PERMISSIONS), company };
  invoiceId = (await inForce(service(), scope)).id;
});

/** The next call at which a worker dies: one after the other (every third in `npm test`), until one comes to its end. */
async function dyingAtEachCall(name: string, run: (what: string) => Promise<void>): Promise<number> {
  const { faults } = service().runtime;
  for (let at = 1; ; at += LONG ? 1 : 3) {
    for (const when of ['before', 'after'] as const) {
      faults.crash({ call: at, when, name });
      await run(`${when}-${at}`);
      if (!faults.crashed()) {
        faults.clear();
        return at - 1;
      }
    }
  }
}

interface Mail {
  id: string;
  deliveryStatus: string;
}

const mail = async (to: string): Promise<string> => {
  const body = { to, attachPdf: false };
  return (await call<{ emailId: string }>(service(), scope, 'POST', `/invoices/${invoiceId}/email`, body)).body.emailId;
};

/** Each mail went out once, and its record says so. */
async function expectDelivered(mails: Map<string, string>): Promise<void> {
  const { body } = await call<Mail[]>(service(), scope, 'GET', `/invoices/${invoiceId}/emails`);
  const status = new Map(body.map(one => [one.id, one.deliveryStatus]));
  for (const [to, id] of mails) {
    expect(await service().mailbox(to), to).toHaveLength(1);
    expect(status.get(id), to).toBe('delivered');
  }
}

describe('A worker that dies at any call of sending a mail', () => {
  it('leaves a mail that goes out once, not more and not less', async () => {
    const mails = new Map<string, string>();
    const calls = await dyingAtEachCall('workers-send-document-email', async what => {
      const to = `died-${what}@client.example`;
      mails.set(to, await mail(to));
      await service().idle();
    });
    expect(calls).toBeGreaterThan(5);
    // The queue brings the messages again when their time is over.
    await service().advance('PT7M');
    await expectDelivered(mails);
  }, 120_000);

  it('and so does one that dies while it hands mails to the queue', async () => {
    const mails = new Map<string, string>();
    for (const when of ['before', 'after'] as const) {
      const to = `handed-${when}@client.example`;
      service().runtime.faults.crash({ call: 1, when, name: 'workers-publish-changes', operation: 'sqs.SendMessage' });
      mails.set(to, await mail(to));
      await service().idle();
      expect(service().runtime.faults.crashed()).toBe(true);
    }
    await service().advance('PT7M');
    await expectDelivered(mails);
  });
});

describe('A worker that dies at any call of packing an archive', () => {
  it('leaves an export that another one completes, and the company its places', async () => {
    const company = companyScope(scope.company);
    const body = { invoiceIds: [invoiceId], includePdf: false, includeXml: false };
    const calls = await dyingAtEachCall('workers-build-export', async what => {
      const { exportId } = (await call<{ exportId: string }>(service(), scope, 'POST', '/invoices/export/zip', body)).body;
      await service().idle();
      if ((await readExport(company, exportId))?.status !== 'completed') await service().advance('PT31M');
      const job = (await call<{ status: string; filename: string }>(service(), scope, 'GET', `/exports/${exportId}`)).body;
      expect(job.status, what).toBe('completed');
      expect((await call(service(), scope, 'GET', `/exports/${job.filename}`)).status, what).toBe(200);
      const places = await Promise.all(Array.from({ length: SLOTS }, (_, slot) => getItem(slotKey(company, slot))));
      expect(places, what).toEqual([undefined, undefined]);
    });
    expect(calls).toBeGreaterThan(4);
  }, 120_000);
});
