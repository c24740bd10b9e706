import { isConsumer } from '#shared/model/identifiers.ts';
import { isSelfBilled } from '#shared/model/roles.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';

/**
 * Advice on what to change in the request, by official rule id, for rules whose own text speaks of the XML: the writer converts
 * names of counties, finds sectors in addresses and adds default reasons.
 */
const COUNTY = 'to the name or ISO 3166-2:RO code of a Romanian county, such as Cluj or RO-CJ.';
const SECTOR = ', such as "Sector 3".';
const EXEMPT =
  'Set ublExtensions.taxExemptionReason or taxExemptionReasonCode: VAT category E needs the reason of the exemption.';

const ADVICE: Readonly<Record<string, string>> = {
  'BR-06': "Set the company's name.",
  'BR-07': "Set the buyer's name.",
  'BR-09': "Set the company's country.",
  'BR-11': "Set the buyer's country.",
  'BR-25': "Set the line's description.",
  'BR-E-10': EXEMPT,
  'BR-IC-11': 'An intra-community supply (K) needs the actual delivery date or an invoice period.',
  'BR-IC-12': 'An intra-community supply (K) needs the delivery address with its countryCode.',
  'BR-O-11': 'Category O (outside VAT) cannot be combined with another VAT category: put those lines on another invoice.',
  'BR-O-12': 'Category O (outside VAT) cannot be combined with another VAT category: put those lines on another invoice.',
  'BR-RO-020': 'Use type 380, 384, 389 or 751, or 381 for a credit note.',
  'BR-RO-065': "Set the company's tax number (cif).",
  'BR-RO-081': "Set the company's address (street and number).",
  'BR-RO-082': "Set the buyer's address (street and number).",
  'BR-RO-091': "Set the company's city.",
  'BR-RO-092': "Set the buyer's city.",
  'BR-RO-100': `In Bucharest name the sector in the company's city or address${SECTOR}`,
  'BR-RO-101': `In Bucharest name the sector in the buyer's city or address${SECTOR}`,
  'BR-RO-110': `Set the company's county ${COUNTY}`,
  'BR-RO-111': `Set the buyer's county ${COUNTY}`,
  'BR-RO-120': "Set the buyer's tax number; for a natural person set its type to individual.",
  'BR-RO-202': `In Bucharest name the sector of the delivery address${SECTOR}`,
  'BR-RO-212': `Set the county of the delivery address ${COUNTY}`,
};

/** Thirteen zeros in place of a personal number are allowed for buyers only (BR-RO-065). */
const PERSON_WHO_SELLS =
  'Identify the client, who is the seller: set its personal number (cnp) with sendPersonalNumber true, or its tax number (cif).';

/**
 * What to change; undefined if the text of the rule says it. Of a self-billed invoice the client is the seller, the company the
 * buyer.
 */
export function adviceOn(rule: string, document: InvoiceDocument): string | undefined {
  const advice = ADVICE[rule];
  if (!advice || !isSelfBilled(document)) return advice;
  if (rule === 'BR-RO-065' && document.client && isConsumer(document.client)) return PERSON_WHO_SELLS;
  return advice.replace(/the (company|buyer)'s/g, (_, who: string) => (who === 'company' ? "the client's" : "the company's"));
}
