import { expect, it } from 'vitest';
import { slotKey, SLOTS } from '#shared/documents/invoices/export/model.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { interruptEveryCall } from '../support/faults/every-call.ts';
import { call, inForce } from '../support/invoices.ts';
import { useOwnService } from '../support/service.ts';
import { mailCalls } from './mail-calls.ts';

const service = useOwnService();
const { scope } = mailCalls(service);

it("a worker that dies at any call of packing an archive leaves an export that another one completes, and frees the company's places", async () => {
  const { id: invoiceId } = await inForce(service(), scope);
  const body = { invoiceIds: [invoiceId], includePdf: false, includeXml: false };
  const calls = await interruptEveryCall(service(), {
    name: 'workers-build-export',
    run: async what => {
      const { exportId } = (await call<{ exportId: string }>(service(), scope, 'POST', '/invoices/export/zip', body)).body;
      await service().idle();
      // Long enough for redelivery, and for the company's five exports an hour.
      await service().advance('PT31M');
      const job = (await call<{ status: string; filename: string }>(service(), scope, 'GET', `/exports/${exportId}`)).body;
      expect(job.status, what).toBe('completed');
      expect((await call(service(), scope, 'GET', `/exports/${job.filename}`)).status, what).toBe(200);
      const places = await Promise.all(Array.from({ length: SLOTS }, (_, slot) => getItem(slotKey(scope.company, slot))));
      expect(places, what).toEqual([undefined, undefined]);
    },
    check: () => Promise.resolve(),
  });
  expect(calls).toBeGreaterThan(4);
});
