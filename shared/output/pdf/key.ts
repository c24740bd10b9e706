import { sha256 } from '#shared/base/kernel/ids.ts';
import { sortedJson } from '#shared/base/kernel/records.ts';
import type { PdfTemplateConfiguration } from './configuration.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/**
 * PDFs are content-addressed: their key is a hash of the printed data, configuration and version of the templates. A change of any
 * of these gives another key. So a PDF exists if its key does, and a stored PDF is never outdated.
 */

/** The version of the templates. Increment it with every change of what they print. */
const TEMPLATES = 11;

/** The data of a document that determine the key of its PDF. Each kind of document provides them. */
export interface FileIdentity {
  companyId: CompanyId;
  /** The kind of document in requests to the renderer. */
  kind: string;
  /** The folder of the kind, such as `invoices`. */
  folder: string;
  id: string;
  /** What a document that is not stored is made of, such as the day of a statement of account. Goes to the renderer with the id. */
  asked?: Record<string, string>;
  /** PDFs of drafts have another prefix, because they are deleted after a day (OUT-4). */
  isDraft: boolean;
  /** The key of the PDF that the service itself is making, since the document was issued or corrected a moment ago. */
  awaited?: string | null;
  /** All data that are printed, as JSON; the order of keys does not matter. */
  printed: Record<string, unknown>;
}

/** Options of a request for how a document is printed, in addition to the company's configuration. */
export interface PrintOptions {
  /** Leaves out VAT. */
  hideVat?: boolean | undefined;
  /** Leaves out prices, and with them VAT and totals. */
  hidePrices?: boolean | undefined;
}

/** Whether any option is set. */
export const hasOptions = (options: PrintOptions): boolean => Object.values(options).some(Boolean);

/** The bucket key of a document's PDF. */
export function pdfKey(
  { companyId, folder, id, isDraft, printed }: FileIdentity,
  configuration: PdfTemplateConfiguration,
  logoPath: string | null,
  options: PrintOptions = {},
): string {
  const facts: unknown[] = [TEMPLATES, printed, configuration, configuration.showLogo ? logoPath : null];
  // Added only if set, so that keys without options stay the same as before options existed.
  if (hasOptions(options)) facts.push(Object.fromEntries(Object.entries(options).filter(([, isSet]) => isSet)));
  const shown = sha256(sortedJson(facts)).slice(0, 32);
  return `${isDraft ? 'drafts' : 'companies'}/${companyId}/${folder}/${id}/${shown}.pdf`;
}
