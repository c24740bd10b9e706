import type { InvoiceDocument } from '../../model/invoice.ts';
import type { PdfTemplateConfiguration } from '../configuration.ts';
import type { SafeHtml } from '../../kernel/html.ts';
import type { Labels } from '../labels/index.ts';

/** What a template prints. */
export interface PrintedInvoice {
  document: InvoiceDocument;
  configuration: PdfTemplateConfiguration;
  labels: Labels;
  /** The company's logo as an image `data:` URI. */
  logo?: string | null;
  /** For a browser's window instead of paper. */
  isOnScreen?: boolean;
}

/** A template: the whole HTML page of a document, for A4. Pure. */
export type Template = (invoice: PrintedInvoice) => SafeHtml;
