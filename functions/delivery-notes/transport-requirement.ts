import * as z from 'zod';
import { readDeliveryNote } from '#shared/documents/delivery-notes/read.ts';
import { requirementOf } from '#shared/documents/delivery-notes/transport/requirement.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { optionalParameter } from '#shared/documents/lists/query.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/delivery-notes/{uuid}/etransport/requirement',
    summary: 'Check whether the law requires a transport declaration for a delivery note, and which data are missing to decide',
    auth: 'company',
    permission: 'invoice.view',
    // `vehicleMass`: the mass of the vehicle, if the delivery note does not state it.
    query: z.object({
      vehicleMass: optionalParameter(
        z
          .string()
          .regex(/^[1-9]\d{0,5}$/, 'must be kilograms from 1 to 999999')
          .transform(Number),
      ),
    }),
    responses: { 200: () => import('#shared/authority/etransport/schema.ts').then(schema => schema.transportRequirementSchema) },
    errors: [404, 422],
    read: ({ company, params }) => readDeliveryNote(company, params.uuid),
  },
  ({ loaded, query }) => requirementOf(found(loaded, 'Delivery note').document, query.vehicleMass ?? null, today()),
);
