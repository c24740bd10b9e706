import { describe, expect, it } from 'vitest';
import { become, call, detailOf, issued } from '../../support/invoices.ts';
import { listedBy, newReceiver, supplierInvoice, deliver, synchronize } from '../../support/taxauth/received.ts';
import { declaredAtOnce, declaring } from '../../support/transport.ts';
import { evidenceCalls, keysBelow, expectLocked } from './evidence-calls.ts';

const { service, scope } = evidenceCalls();

describe('Files that prove a submission', () => {
  it('include each version of the XML of a document that is corrected after its rejection', async () => {
    const { id, xmlPath } = await issued(service(), scope, { clientId: scope.clientId });
    await expectLocked(xmlPath ?? '');
    await become(scope, id, { status: 'rejected' });
    const line = { description: 'Consultanță', quantity: 2, unitPrice: 100, vatRate: 21 };
    expect((await call(service(), scope, 'PUT', `/invoices/${id}`, { lines: [line] })).status).toBe(200);
    const corrected = await detailOf(service(), scope, id);
    expect(corrected.xmlPath).not.toBe(xmlPath);
    await expectLocked(corrected.xmlPath ?? '');
    await expectLocked(xmlPath ?? '');
  });

  it('include what the authority delivers: the archive and the XML in it', async () => {
    const receiver = await newReceiver(service());
    await deliver(service(), receiver, supplierInvoice({ buyer: receiver.cif }));
    await synchronize(service(), receiver);
    expect(await listedBy(service(), receiver)).toHaveLength(1);
    const keys = await keysBelow(`companies/${receiver.company}/`);
    const delivered = keys.filter(key => /\.(xml|zip)$/.test(key));
    expect(delivered.map(key => key.slice(-4)).toSorted()).toEqual(['.xml', '.zip']);
    for (const key of delivered) await expectLocked(key);
  });

  it('include the declarations of transports as they were sent', async () => {
    const carrier = await declaring(service());
    await declaredAtOnce(service(), carrier);
    const keys = await keysBelow(`companies/${carrier.company}/transports/`);
    expect(keys).toHaveLength(1);
    await expectLocked(keys[0] ?? '');
  });
});
