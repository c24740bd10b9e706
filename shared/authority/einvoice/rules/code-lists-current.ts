import type { CodeLists } from './code-lists.ts';
import { AUTHORITY_LISTS } from './code-lists.ts';

/** The code lists of EN 16931 1.3.16, as the codes added to and removed from the lists of the authority's older set. */

function changed(list: ReadonlySet<string>, added: string, removed = ''): ReadonlySet<string> {
  const codes = new Set([...list, ...words(added)]);
  for (const code of words(removed)) codes.delete(code);
  return codes;
}

const words = (text: string): string[] => text.split(/\s+/).filter(word => word !== '');

export const CURRENT_LISTS: CodeLists = {
  ...AUTHORITY_LISTS,
  currencies: changed(AUTHORITY_LISTS.currencies, 'CNH MRU SLE UYW VES VED XCG ZWG', 'ANG BGN CUC HRK MRO SLL VEF ZWL'),
  invoiceDocumentTypes: changed(AUTHORITY_LISTS.invoiceDocumentTypes, '471 472 473 500 501'),
  creditDocumentTypes: changed(AUTHORITY_LISTS.creditDocumentTypes, '502 503'),
  objectSchemes: changed(AUTHORITY_LISTS.objectSchemes, 'AXU'),
  identifierSchemes: changed(
    AUTHORITY_LISTS.identifierSchemes,
    `
      0217 0218 0219 0220 0221 0222 0223 0224 0225 0226 0227 0228 0229 0230 0231 0232 0233 0234 0235 0236 0237
      0238 0239 0240 0241 0242 0243 0244 0245 0246 0247 0248
    `,
  ),
  itemClassifications: changed(AUTHORITY_LISTS.itemClassifications, 'EMD GMN PPI'),
  chargeReasons: changed(AUTHORITY_LISTS.chargeReasons, 'PRV'),
  exemptionReasons: changed(
    AUTHORITY_LISTS.exemptionReasons,
    `
      VATEX-EU-135-1 VATEX-EU-144 VATEX-EU-146-1E VATEX-EU-159 VATEX-FR-FRANCHISE VATEX-FR-CNWVAT VATEX-EU-153
      VATEX-FR-CGI261-1 VATEX-FR-CGI261-2 VATEX-FR-CGI261-3 VATEX-FR-CGI261-4 VATEX-FR-CGI261-5
      VATEX-FR-CGI261-7 VATEX-FR-CGI261-8 VATEX-FR-CGI261A VATEX-FR-CGI261B VATEX-FR-CGI261C-1
      VATEX-FR-CGI261C-2 VATEX-FR-CGI261C-3 VATEX-FR-CGI261D-1 VATEX-FR-CGI261D-1BIS VATEX-FR-CGI261D-2
      VATEX-FR-CGI261D-3 VATEX-FR-CGI261D-4 VATEX-FR-CGI261E-1 VATEX-FR-CGI261E-2 VATEX-FR-CGI277A
      VATEX-FR-CGI275 VATEX-FR-298SEXDECIESA VATEX-FR-CGI295 VATEX-FR-AE
    `,
  ),
  addressSchemes: changed(
    AUTHORITY_LISTS.addressSchemes,
    `
      0154 0158 0177 0217 0218 0219 0220 0221 0225 0230 0235 0240 0244 0242 0245 0246 0248 9959
    `,
    '9901 9906 9907 9955',
  ),
  paymentMeans: changed(AUTHORITY_LISTS.paymentMeans, '98'),
};
