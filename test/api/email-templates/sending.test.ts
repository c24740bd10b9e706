import { describe } from 'vitest';
import { useDelivering } from '../../support/delivery-notes.ts';
import { DELIVERY_NOTE, INVOICE, itComesFromNamedTemplate, itFollowsTheCompany, PROFORMA, useMailed } from './sending-calls.ts';

const { service, scope } = useDelivering();

describe('subject and text of an email with an invoice (REC-74)', () => {
  const mailed = useMailed(service, scope, INVOICE);
  itComesFromNamedTemplate(mailed);
  itFollowsTheCompany(service, scope, INVOICE, mailed);
});

describe.each([PROFORMA, DELIVERY_NOTE])('subject and text of an email with a $category', kind => {
  itComesFromNamedTemplate(useMailed(service, scope, kind));
});
