import { found } from '#shared/base/kernel/errors.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';
import { file } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/companies/{uuid}/logo',
    summary: 'Download the logo of a company',
    auth: 'company',
    companyIn: 'path',
    permission: 'company.view',
    responses: { 200: null },
    produces: '*/*',
    errors: [404],
    table: 'none',
    uses: ['documents:read'],
    // Imported in parallel with the reads before the handler, because it brings in the S3 client.
    read: () => loadMeanwhile(() => import('#shared/output/files/logo.ts')),
  },
  async ({ company, loaded: { readLogo } }) => {
    const { bytes, contentType } = found((company.logoPath && (await readLogo(company.logoPath))) || undefined, 'Logo');
    return file(bytes, contentType, {
      'cache-control': 'private, max-age=86400',
      // An SVG opened by itself is a page: this policy keeps it from running scripts and loading anything.
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    });
  },
);
