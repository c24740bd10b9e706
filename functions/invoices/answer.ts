import { found, validation } from '#shared/base/kernel/errors.ts';
import { answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentDocument } from '#shared/documents/invoices/present/document.ts';
import { readInvoice, type StoredInvoice } from '#shared/documents/invoices/read.ts';
import { answerBody, answerDocument, refuseUnanswerable } from '#shared/documents/invoices/received/answers/answer.ts';
import { isConnectedBy } from '#shared/authority/taxauth/connections/model.ts';
import { readConnecting } from '#shared/authority/taxauth/connections/store.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/{uuid}/answer',
    summary: 'Accept or refuse a received document; the tax authority passes the answer on to the supplier',
    auth: 'company',
    permission: 'efactura.submit',
    body: answerBody,
    responses: { 202: () => import('#shared/documents/invoices/present/schema.ts').then(schema => schema.documentSchema) },
    errors: [404, 409, 422],
    read: ({ company, organizationId, params }) =>
      Promise.all([readInvoice(company, params.uuid), readConnecting(organizationId)]),
    present: (stored: StoredInvoice) => answer(202, presentDocument(stored)),
  },
  ({ company, actor, body, loaded: [loaded, tokens], commit }) => {
    const stored = found(loaded, 'Invoice');
    refuseUnanswerable(stored.document);
    if (!isConnectedBy(tokens, company))
      throw validation('The company has no valid connection to the tax authority.', { reason: 'taxauth_not_connected' });
    return answerDocument(stored, body, actor, commit);
  },
);
