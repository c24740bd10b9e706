import { readLogo } from '../../shared/files/logo.ts';
import { found } from '../../shared/kernel/errors.ts';
import { file } from '../../shared/lambda/endpoint/answer.ts';
import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/companies/{uuid}/logo',
    summary: 'The logo of a company',
    auth: 'company',
    companyIn: 'path',
    permission: 'company.view',
    responses: { 200: null },
    produces: '*/*',
    errors: [404],
    uses: ['table:read', 'documents:read'],
  },
  async ({ company }) => {
    const { bytes, contentType } = found((company.logoPath && (await readLogo(company.logoPath))) || undefined, 'Logo');
    return file(bytes, contentType, {
      'cache-control': 'private, max-age=86400',
      // Opened by itself, an SVG is a page: it runs and loads nothing.
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    });
  },
);
