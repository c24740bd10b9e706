import { sha256 } from '../kernel/ids.ts';
import type { PdfTemplateConfiguration } from './configuration.ts';

/**
 * PDFs are addressed by what they show: the same facts in the same template are the same file, and a changed document,
 * configuration or template is another one. So a look at the key says whether a PDF is there, and nothing goes stale.
 */

/** Raised with each change of what templates print. */
const TEMPLATES = 9;

/** What decides where the PDF of a document is stored. Each kind of document says it of its own. */
export interface FileIdentity {
  companyId: string;
  /** The kind of document, as requests to the renderer name it. */
  kind: string;
  /** The folder of the kind, such as `invoices`. */
  folder: string;
  id: string;
  /** Drafts lie apart: their PDFs are kept for a day only (completions-documents §1.7). */
  isDraft: boolean;
  /** Everything that is printed, as JSON; in which order its keys come does not matter. */
  printed: Record<string, unknown>;
}

/** How a caller wants a document printed, beside the company's configuration. */
export interface PrintOptions {
  /** Leaves out VAT. */
  hideVat?: boolean | undefined;
  /** Leaves out prices, and with them VAT and totals. */
  hidePrices?: boolean | undefined;
}

/** Whether anything is printed in another way than usually. */
export const hasOptions = (options: PrintOptions): boolean => Object.values(options).some(Boolean);

/** The storage key of a document's PDF. */
export function pdfKey(
  { companyId, folder, id, isDraft, printed }: FileIdentity,
  configuration: PdfTemplateConfiguration,
  logoPath: string | null,
  options: PrintOptions = {},
): string {
  const facts: unknown[] = [TEMPLATES, printed, configuration, configuration.showLogo ? logoPath : null];
  // A document that is printed as always is addressed as it was before there were options.
  if (hasOptions(options)) facts.push(Object.fromEntries(Object.entries(options).filter(([, isSet]) => isSet)));
  const shown = sha256(JSON.stringify(facts, inKeyOrder)).slice(0, 32);
  return `${isDraft ? 'drafts' : 'companies'}/${companyId}/${folder}/${id}/${shown}.pdf`;
}

/** For JSON.stringify: DynamoDB gives the keys of a map back in any order, and the same facts must be the same text. */
const inKeyOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
