import * as z from 'zod';
import { attachment } from '#shared/output/files/disposition.ts';
import { file } from '#shared/platform/lambda/endpoint/answer.ts';
import { isDate } from '#shared/base/kernel/dates.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';
import { HIGHEST_NUMBER } from '#shared/documents/common/numbering.ts';
import { notFound } from '#shared/base/kernel/errors.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { consumeCompanyBucket } from '#shared/platform/lambda/limits/token-bucket.ts';
import { auditCsv, presentAudit } from '#shared/documents/audit/present.ts';
import { auditSeries, readRegister } from '#shared/documents/audit/series.ts';

const place = () =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine(value => value >= 1, 'must be at least 1')
    .refine(value => value <= HIGHEST_NUMBER, `must be at most ${HIGHEST_NUMBER}`)
    .optional();

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/document-series/{uuid}/audit',
    summary:
      'Audit the numbers of a series: gaps, duplicates, cancelled documents, and whether its hash chain is intact and leads to its anchors',
    auth: 'company',
    permission: 'series.view',
    query: z
      .object({
        format: z.enum(['json', 'csv'], 'must be json or csv').default('json'),
        from: place(),
        to: place(),
        anchorsBefore: z.string().refine(isDate, 'must be a date in the form YYYY-MM-DD').optional(),
      })
      .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
        path: ['from'],
        message: 'must not be after to',
      }),
    responses: { 200: () => import('#shared/documents/audit/schema.ts').then(schema => schema.auditSchema) },
    produces: 'text/csv',
    errors: [404, 422],
    uses: ['anchors:read'],
    read: async ({ company, params, query }) => {
      const load = loadMeanwhile(() => import('#shared/documents/audit/anchored.ts'));
      const [register, anchored] = await Promise.all([readRegister(company, params.uuid, query), load]);
      return { register, anchored };
    },
  },
  async ({ companyId, loaded: { register, anchored }, query: { format, anchorsBefore } }) => {
    if (!register.series) throw notFound('Document series');
    // Counted after reading the register: an unknown series costs no tokens; reading its documents is the expensive part.
    await consumeCompanyBucket('seriesAudits', companyId);
    const anchors = await anchored.readAuditedAnchors(companyId, anchorsBefore);
    const audit = await anchored.withAnchors(companyId, await auditSeries(companyId, register), anchors);
    if (format === 'json') return presentAudit(audit);
    return file(Buffer.from(auditCsv(audit)), 'text/csv; charset=utf-8', {
      'content-disposition': attachment(`${audit.series.prefix}-audit.csv`),
    });
  },
);
