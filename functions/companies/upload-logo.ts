import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { header, rawBody } from '#shared/platform/lambda/endpoint/request.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/companies/{uuid}/logo',
    summary: 'Store the logo of a company: PNG, JPEG or an SVG of shapes, up to 2 MB',
    auth: 'company',
    companyIn: 'path',
    permission: 'company.edit',
    form: { logo: 'binary' },
    responses: { 200: () => import('#shared/records/parties/companies/logo/schema.ts').then(schema => schema.logoChangedSchema) },
    errors: [400, 404],
    uses: ['documents:write'],
    // Imported in parallel with the reads before the handler, because it brings in the S3 client.
    read: () => loadMeanwhile(() => import('#shared/records/parties/companies/logo/change.ts')),
  },
  ({ company, event, loaded: { changeLogo }, commit }) =>
    changeLogo(company, { body: rawBody(event), contentType: header(event, 'content-type') }, commit),
);
