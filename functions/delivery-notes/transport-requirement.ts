import * as z from 'zod';
import { readDeliveryNote } from '../../shared/delivery-notes/read.ts';
import { requirementOf } from '../../shared/delivery-notes/transport/requirement.ts';
import { today } from '../../shared/kernel/clock.ts';
import { found } from '../../shared/kernel/errors.ts';
import { optionalParameter } from '../../shared/lists/query.ts';
import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/delivery-notes/{uuid}/etransport/requirement',
    summary: 'Whether the law asks for a transport declaration of a delivery note, and what is missing to know',
    auth: 'company',
    permission: 'invoice.view',
    // Of a vehicle whose mass the note does not state.
    query: z.object({
      vehicleMass: optionalParameter(
        z
          .string()
          .regex(/^[1-9]\d{0,5}$/, 'must be kilograms from 1 to 999999')
          .transform(Number),
      ),
    }),
    responses: { 200: () => import('../../shared/etransport/schema.ts').then(schema => schema.transportRequirementSchema) },
    errors: [404, 422],
    uses: ['table:read'],
    read: ({ company, params }) => readDeliveryNote(company, params.uuid),
  },
  ({ loaded, query }) => requirementOf(found(loaded, 'Delivery note').document, query.vehicleMass ?? null, today()),
);
