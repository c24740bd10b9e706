import type * as z from 'zod';
import { presentInstant } from '#shared/base/kernel/clock.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';
import { attachment, inline } from '#shared/output/files/disposition.ts';
import { readPdfConfiguration } from '#shared/output/pdf/configuration-item.ts';
import type { FileIdentity, PrintOptions } from '#shared/output/pdf/key.ts';
import { file } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** What the PDF endpoint of a kind of document differs in. The kind's file in functions/ imports it, so no other kind is bundled. */
interface PdfKind<Document> {
  path: `/api/v1/${string}/{uuid}/pdf`;
  summary: string;
  /** Its name at the beginning of a sentence: "Invoice". */
  title: string;
  query: z.ZodType<PrintOptions & { disposition?: 'inline' | 'attachment' }>;
  read(company: CompanyId, id: string): Promise<{ document: Document } | undefined>;
  identity(document: Document): FileIdentity;
  fileName(document: Document): string;
}

/** The endpoint that returns the PDF of a document of a kind (OUT-3); a download, unless the query may ask for another disposition. */
export const pdfEndpoint = <Document>({ title, read, identity, fileName, ...kind }: PdfKind<Document>) =>
  defineEndpoint(
    {
      ...kind,
      method: 'GET',
      auth: 'company',
      permission: 'invoice.view',
      responses: { 200: null },
      produces: 'application/pdf',
      errors: [404, 422],
      uses: ['documents:read', 'render:invoke'],
      read: ({ company, params }) =>
        Promise.all([
          read(company, params.uuid),
          readPdfConfiguration(company),
          // Imported in parallel with the reads, because it brings in the S3 client and the renderer.
          loadMeanwhile(() => import('../files/pdf.ts')),
        ]),
    },
    async ({ company, query: { disposition = 'attachment', ...options }, loaded: [stored, configuration, { pdfForCaller }] }) => {
      const { document } = found(stored, title);
      const { bytes, storedAt } = await pdfForCaller(identity(document), configuration, company.logoPath, options);
      return file(bytes, 'application/pdf', {
        'content-disposition': { attachment, inline }[disposition](fileName(document)),
        'x-generated-at': presentInstant(storedAt.toISOString()),
      });
    },
  );
