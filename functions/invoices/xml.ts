import { getXml } from '../../shared/files/xml.ts';
import { attachment } from '../../shared/files/disposition.ts';
import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';
import { file } from '../../shared/lambda/endpoint/answer.ts';
import { readInvoiceHeader } from '../../shared/invoices/header.ts';
import { issuedXml, noXml } from '../../shared/invoices/files/xml.ts';
import { notFound } from '../../shared/kernel/errors.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invoices/{uuid}/xml',
    summary: 'The UBL 2.1 XML of an issued invoice',
    auth: 'company',
    permission: 'invoice.view',
    responses: { 200: null },
    produces: 'application/xml',
    errors: [404, 410],
    uses: ['table:read', 'documents:read', 'documents:write'],
    read: ({ company, params }) => readInvoiceHeader(company, params.uuid),
  },
  async ({ companyId, loaded: invoice }) => {
    if (!invoice) throw notFound('Invoice');
    if (!invoice.xmlPath) throw noXml(invoice);
    const xml = (await getXml(invoice.xmlPath)) ?? (await issuedXml(companyId, invoice.id));
    return file(Buffer.from(xml), 'application/xml', { 'content-disposition': attachment(`${invoice.number}.xml`) });
  },
);
