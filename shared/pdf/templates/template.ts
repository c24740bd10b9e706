import type { PdfTemplateConfiguration } from '../configuration.ts';
import type { PrintedDocument } from '../document.ts';
import type { SafeHtml } from '../../kernel/html.ts';

/** What a template prints, and how. */
export interface Page {
  document: PrintedDocument;
  configuration: PdfTemplateConfiguration;
  /** The company's logo as an image `data:` URI. */
  logo?: string | null;
  /** For a browser's window instead of paper. */
  isOnScreen?: boolean;
}

/** A template: the whole HTML page of a document, for A4. Pure. */
export type Template = (page: Page) => SafeHtml;
