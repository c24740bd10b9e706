import { partyFindings } from './checks/parties.ts';
import { termErrors, termWarnings } from './checks/terms.ts';
import { textErrors, textWarnings } from './checks/texts.ts';
import { vatFindings } from './checks/vat.ts';
import { figures as figuresOf } from './ubl/figures.ts';
import type { Findings } from './checks/finding.ts';
import type { InvoiceDocument } from '../invoices/model.ts';

export type { Finding, Findings } from './checks/finding.ts';

/**
 * What stands in the way of an e-invoice that the authority takes: the rules of CIUS-RO 1.0.9 and its EN 16931 base that
 * the data of a document can break. Rules about the shape of the XML are not here, for the writer cannot break them.
 */
export function checkForIssue(document: InvoiceDocument): Findings {
  const figures = figuresOf(document);
  return {
    errors: [...partyFindings(document), ...termErrors(document), ...vatFindings(document), ...textErrors(document)],
    warnings: [...termWarnings(document, figures), ...textWarnings(document)],
  };
}
