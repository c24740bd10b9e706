import type { PdfTemplateConfiguration } from '../configuration.ts';
import type { PrintedDocument } from '../document.ts';
import type { SafeHtml } from '#shared/base/kernel/html.ts';

/** The input of a template. */
export interface Page {
  document: PrintedDocument;
  configuration: PdfTemplateConfiguration;
  /** The company's logo as image `data:` URI. */
  logo?: string | null;
  /** For a preview in a browser instead of a PDF. */
  isOnScreen?: boolean;
  /** The document is one of a sandbox company: a watermark says so. */
  isSandbox?: boolean;
}

/** A template: makes the complete HTML page of a document, for A4. Pure. */
export type Template = (page: Page) => SafeHtml;
