import { KINDS } from '#shared/model/kinds.ts';
import { PROFORMAS } from '#shared/documents/proformas/store.ts';
import { describeLongList } from '../../support/lists/long-list.ts';
import { newProforma, type Offering, offering } from '../../support/proformas.ts';
import { useOwnService } from '../../support/service.ts';

describeLongList({
  ...{ service: useOwnService(), path: '/proforma-invoices', kind: KINDS.proforma, type: PROFORMAS },
  company: offering,
  make: (service, scope, dueDate) => newProforma(service, scope as Offering, { dueDate }),
});
