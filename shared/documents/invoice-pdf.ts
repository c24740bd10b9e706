import { labelsOf } from './labels/index.ts';
import { renderPdf } from './render.ts';
import { type PrintedInvoice, templateOf } from './templates/index.ts';

/** The PDF of an invoice in its own language and its company's template. Its date is the document's last change. */
export const invoicePdf = ({ document, configuration, logo, corrected }: Omit<PrintedInvoice, 'labels'>): Promise<Uint8Array> =>
  renderPdf(
    templateOf(configuration.templateSlug)({
      document,
      configuration,
      labels: labelsOf(document.language),
      logo: logo ?? null,
      corrected: corrected ?? null,
    }),
    { instant: document.updatedAt },
  );
