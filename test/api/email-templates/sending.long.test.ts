import { describe } from 'vitest';
import { useDelivering } from '../../support/delivery-notes.ts';
import { DELIVERY_NOTE, itFollowsTheCompany, PROFORMA, useMailed } from './sending-calls.ts';

const { service, scope } = useDelivering();

describe.each([PROFORMA, DELIVERY_NOTE])('subject and text of an email with a $category (REC-74)', kind => {
  itFollowsTheCompany(service, scope, kind, useMailed(service, scope, kind));
});
