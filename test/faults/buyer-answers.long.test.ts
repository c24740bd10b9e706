import { expect, it } from 'vitest';
import { interruptEveryCall } from '../support/faults/every-call.ts';
import { call } from '../support/invoices.ts';
import { deliver, listedBy, newReceiver, supplierInvoice, synchronize } from '../support/taxauth/received.ts';
import { useOwnService } from '../support/service.ts';

const service = useOwnService();

it('interrupted at any call, workers-send-buyer-answer delivers each answer once', async () => {
  const scope = await newReceiver(service(), { lasting: true });
  // Documents enough for every interruption.
  for (let number = 1; number <= 150; number++)
    await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number: `F-${number}` }));
  await synchronize(service(), scope);
  const ids = (await listedBy(service(), scope, 'limit=200')).map(({ id }) => id);
  const answered: string[] = [];
  await interruptEveryCall(service(), {
    name: 'workers-send-buyer-answer',
    run: async () => {
      const id = ids.pop()!;
      expect((await call(service(), scope, 'POST', `/invoices/${id}/answer`, { response: 'accept' })).status).toBe(202);
      answered.push(id);
      await service().idle();
      for (let tries = 0; tries < 3; tries++) await service().advance('PT2M');
    },
    check: async () => {
      for (let tries = 0; tries < 6; tries++) await service().advance('PT1H');
      const shown = await Promise.all(
        answered.map(async id => {
          const { body } = await call<{ answer: { status: string } }>(service(), scope, 'GET', `/invoices/${id}`);
          return body.answer.status;
        }),
      );
      expect(shown).toEqual(answered.map(() => 'delivered'));
    },
  });
  // Each reached the authority once, as its list shows.
  await synchronize(service(), scope);
  const { body } = await call<{ data: { messageType: string; invoiceId: string }[] }>(
    service(),
    scope,
    'GET',
    '/efactura-messages?messageType=info&limit=100',
  );
  expect(body.data.map(({ invoiceId }) => invoiceId).sort()).toEqual(answered.toSorted());
});
