import { answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { type CreatedSupplier, createSupplier } from '#shared/records/parties/suppliers/create.ts';
import { newSupplierBody } from '#shared/records/parties/suppliers/input.ts';
import { presentCreatedSupplier } from '#shared/records/parties/suppliers/present.ts';
import { findSupplierByCui } from '#shared/records/parties/suppliers/store.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/suppliers',
    summary: 'Add a supplier, or get the existing one with the same tax number',
    auth: 'company',
    permission: 'client.create',
    body: newSupplierBody,
    responses: {
      200: () => import('#shared/records/parties/suppliers/schema.ts').then(schema => schema.existingSupplierSchema),
      201: () => import('#shared/records/parties/suppliers/schema.ts').then(schema => schema.createdSupplierSchema),
    },
    read: async ({ company, body }) => (body?.cui ? findSupplierByCui(company, body.cui) : undefined),
    present: (result: CreatedSupplier) => answer(result.existing ? 200 : 201, presentCreatedSupplier(result)),
  },
  ({ companyId, loaded, body, commit }) => createSupplier(companyId, loaded, body, commit),
);
