import { decimal } from '#shared/base/kernel/money.ts';
import { customerIdentifiers, isSelfBilled, supplierIdentifiers } from '#shared/model/roles.ts';
import { invoicedObjectEntry } from '../ubl/write/references.ts';
import { documentNotes } from '../ubl/write/header.ts';
import type { Finding } from '../rules/types.ts';
import { precedingInvoices } from '#shared/model/preceding.ts';
import type { LineExtensions } from '#shared/model/extensions.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { fieldsByTerm } from '#shared/model/invoice-fields.ts';

/**
 * Maps a finding about the XML to the field of the request that the element was written from, as a path of error responses:
 * `lines.2.unitPrice`, `clientId`, `ublExtensions.allowanceCharges.0.taxRate`. This works because this service has written the XML.
 */

const EXTENSIONS = 'ublExtensions';
const DELIVERY = `${EXTENSIONS}.delivery`;
const ADDRESS = `${DELIVERY}.deliveryAddress`;
const ALLOWANCES = `${EXTENSIONS}.allowanceCharges`;
const PROPERTIES = 'additionalItemProperties';

/** Fields of the document by business term. */
const DOCUMENT_FIELDS: Readonly<Record<string, string>> = {
  ...fieldsByTerm(),
  'BT-1': 'documentSeriesId',
  'BT-2': 'issueDate',
  'BT-3': 'invoiceTypeCode',
  'BT-5': 'currency',
  'BT-6': 'currency',
  'BT-7': 'taxPointDate',
  'BT-9': 'dueDate',
  'BG-1': 'notes',
  'BG-14': `${EXTENSIONS}.invoicePeriod`,
  'BT-72': `${DELIVERY}.actualDeliveryDate`,
  'BT-73': `${EXTENSIONS}.invoicePeriod.startDate`,
  'BT-74': `${EXTENSIONS}.invoicePeriod.endDate`,
  'BT-75': `${ADDRESS}.streetName`,
  'BT-77': `${ADDRESS}.cityName`,
  'BT-79': `${ADDRESS}.countrySubentity`,
  'BT-80': `${ADDRESS}.countryCode`,
  'BT-81': 'paymentMethod',
  'BT-95': ALLOWANCES,
  'BT-102': ALLOWANCES,
  'BT-107': ALLOWANCES,
  'BT-108': ALLOWANCES,
  'BT-111': 'exchangeRate',
  'BT-113': `${EXTENSIONS}.prepaidAmount`,
  'BG-23': 'lines',
  'BT-118': 'lines',
  'BT-119': 'lines',
  'BG-24': `${EXTENSIONS}.additionalDocumentReferences`,
  'BG-25': 'lines',
};

/** Fields of a line by business term. */
const LINE_FIELDS: Readonly<Record<string, string>> = {
  'BG-26': `${EXTENSIONS}.invoicePeriod`,
  'BT-129': 'quantity',
  'BT-130': 'unitOfMeasure',
  'BT-134': `${EXTENSIONS}.invoicePeriod.startDate`,
  'BT-135': `${EXTENSIONS}.invoicePeriod.endDate`,
  'BT-146': 'unitPrice',
  'BG-30': 'vatCategoryCode',
  'BT-151': 'vatCategoryCode',
  'BT-152': 'vatRate',
  'BT-153': 'description',
  'BT-154': 'description',
  'BT-155': 'productCode',
  'BT-159': `${EXTENSIONS}.originCountry`,
};

/** Fields of an allowance or charge by business term, those of the document before those of a line. */
const ALLOWANCE_FIELDS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      ['amount', '92 99 136 141'],
      ['baseAmount', '93 100 137 142'],
      ['multiplierFactorNumeric', '94 101 138 143'],
      ['taxCategoryCode', '95 102'],
      ['taxRate', '96 103'],
      ['reason', '97 104 139 144'],
      ['reasonCode', '98 105 140 145'],
    ] as const
  ).flatMap(([field, terms]) => terms.split(' ').map(term => [`BT-${term}`, field])),
);

const terms = (numbers: string): ReadonlySet<string> => new Set(numbers.split(' ').map(number => `BT-${number}`));
const BUYER: ReadonlySet<string> = new Set([...terms('44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 163'), 'BG-7', 'BG-8']);

/** The seller's terms, with the buyer's terms for the same fields: in a self-billed invoice the client is the seller. */
const SELLER: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    '27 44,28 45,29 46,30 47,31 48,32 48,33 47,34 49,35 50,36 51,37 52,38 53,39 54,40 55,41 56,42 57,43 58,162 163'
      .split(',')
      .map(pair => pair.split(' ').map(number => `BT-${number}`) as [string, string]),
  ),
  'BG-4': 'BG-7',
  'BG-5': 'BG-8',
};

/** The parts of a finding that determine its field. */
type Placed = Pick<Finding, 'rule' | 'businessTerm' | 'xpath'>;

/** Fields of a buyer without a client record by business term. */
const RECEIVER_FIELDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['46', '47', '48', '49'].map(term => [`BT-${term}`, 'receiverCif'])),
  'BT-50': 'receiverAddress',
  'BT-51': 'receiverAddress',
  'BT-52': 'receiverCity',
  'BT-54': 'receiverCounty',
  'BT-55': 'receiverCountry',
  'BT-163': 'receiverAddress',
};

/** The field of the request that the buyer's data come from. */
export const buyerField = ({ client }: Pick<InvoiceDocument, 'client'>, term: string): string =>
  client === null || client.id ? 'clientId' : (RECEIVER_FIELDS[term] ?? 'receiverName');

/** The path of the field; null for data of the company's record and for computed amounts. */
export function requestField(finding: Placed, document: InvoiceDocument): string | null {
  const line = lineField(finding, document);
  if (line !== undefined) return line;
  const term = finding.businessTerm ?? '';
  const isSwapped = isSelfBilled(document);
  if (BUYER.has(term)) return isAboutSeller(finding, document) === isSwapped ? buyerField(document, term) : null;
  if (isSwapped && term in SELLER) return buyerField(document, SELLER[term] ?? term);
  return allowanceField(finding) ?? ownField(finding, document) ?? DOCUMENT_FIELDS[term] ?? lineTermField(term);
}

/** The field of a document rule about data of lines. */
const lineTermField = (term: string): string | null => (term in LINE_FIELDS ? 'lines' : null);

/** Rules that require identifiers of both parties are about the seller if the seller's are missing. */
function isAboutSeller({ rule, businessTerm }: Placed, document: InvoiceDocument): boolean {
  if (businessTerm !== 'BT-48' || !/^BR-(AE|IC)-0[234]$/.test(rule)) return false;
  const { vat, tax } = supplierIdentifiers(document) ?? { vat: null, tax: null };
  const buyer = customerIdentifiers(document);
  const sellerLacks = vat === null && (rule.startsWith('BR-IC') || tax === null);
  const buyerLacks = buyer === null || (buyer.vat === null && (rule.startsWith('BR-IC') || buyer.legal === null));
  return sellerLacks && !buyerLacks;
}

/** The index of an element in a path, from 0; undefined if the path does not contain it. */
function position(xpath: string, name: string): number | undefined {
  const found = new RegExp(`/${name}(?:\\[(\\d+)\\])?(?:/|$)`).exec(xpath);
  return found ? Number(found[1] ?? 1) - 1 : undefined;
}

/** The field of a line; undefined if the finding is not about a line. */
function lineField({ xpath, businessTerm }: Placed, document: InvoiceDocument): string | undefined {
  const index = position(xpath, 'cac:(?:Invoice|CreditNote)Line');
  if (index === undefined) return undefined;
  const path = `lines.${index}`;
  const term = businessTerm ?? '';
  const line = document.lines[index];
  const allowance = position(xpath, 'cac:AllowanceCharge');
  if (allowance !== undefined && line && !xpath.includes('/cac:Price')) {
    const discounted = !decimal(line.discountAmount).eq(0);
    if (discounted && allowance === 0) return `${path}.${line.discountPercent === null ? 'discount' : 'discountPercent'}`;
    const entry = `${path}.${ALLOWANCES}.${allowance - (discounted ? 1 : 0)}`;
    return term in ALLOWANCE_FIELDS ? `${entry}.${ALLOWANCE_FIELDS[term]}` : entry;
  }
  const property = position(xpath, 'cac:AdditionalItemProperty');
  if (property !== undefined) {
    const entry = `${path}.${EXTENSIONS}.${PROPERTIES}.${property}`;
    return term === 'BT-160' ? `${entry}.name` : term === 'BT-161' ? `${entry}.value` : entry;
  }
  return term in LINE_FIELDS ? `${path}.${LINE_FIELDS[term]}` : path;
}

/** The field of an allowance or charge of the document; of all of them for a rule about the whole document. */
function allowanceField({ xpath, businessTerm }: Placed): string | undefined {
  const index = position(xpath, 'cac:AllowanceCharge');
  if (index === undefined) return undefined;
  const field = ALLOWANCE_FIELDS[businessTerm ?? ''];
  return field ? `${ALLOWANCES}.${index}.${field}` : `${ALLOWANCES}.${index}`;
}

/** Fields that depend on the values of the document. */
function ownField({ xpath, businessTerm }: Placed, document: InvoiceDocument): string | null | undefined {
  switch (businessTerm) {
    case 'BT-8':
      return document.taxPointDateCode?.trim() ? 'taxPointDateCode' : `${EXTENSIONS}.invoicePeriod.descriptionCode`;
    case 'BT-18':
    case 'BT-122':
    case 'BT-123':
      return referenceField(xpath, businessTerm, document);
    case 'BG-3':
    case 'BT-25':
    case 'BT-26':
      return precedingField(xpath, businessTerm, document);
    case 'BT-22':
      return documentNotes(document)[position(xpath, 'cbc:Note') ?? 0]?.field ?? 'notes';
    case 'BT-41':
      return 'issuerName';
    case 'BT-84':
      return document.payeeBankAccount?.trim() ? 'payeeBankAccount' : isSelfBilled(document) ? 'clientId' : null;
    case 'BT-85':
      return document.payeeBankAccount?.trim() ? 'payeeBankName' : null;
    case 'BT-120':
    case 'BT-121':
      return exemptionField(businessTerm, document);
    default:
      return undefined;
  }
}

/**
 * References are written in the order invoiced object (which may be an entry of `ublExtensions`), other entries, and on credit notes the
 * project.
 */
function referenceField(xpath: string, term: string, document: InvoiceDocument): string {
  const index = position(xpath, 'cac:AdditionalDocumentReference') ?? 0;
  const object = document.invoicedObjectIdentifier?.trim() ? 1 : 0;
  if (index < object) return 'invoicedObjectIdentifier';
  const entries = document.ublExtensions?.additionalDocumentReferences ?? [];
  const first = invoicedObjectEntry(document);
  const written = [...entries.keys()].sort((a, b) => Number(b === first) - Number(a === first));
  const entry = written[index - object];
  if (entry === undefined && document.projectReference?.trim()) return 'projectReference';
  if (entry === undefined) return `${EXTENSIONS}.additionalDocumentReferences`;
  return `${EXTENSIONS}.additionalDocumentReferences.${entry}.${term === 'BT-123' ? 'documentDescription' : 'id'}`;
}

/** The parent, or the entry of `precedingInvoices`, from which a BillingReference was written (model/preceding.ts). */
function precedingField(xpath: string, term: string, document: InvoiceDocument): string {
  const index = position(xpath, 'cac:BillingReference') ?? 0;
  if (index === 0 && document.parentDocument) return 'parentDocumentId';
  const { number, issueDate } = precedingInvoices(document)[index] ?? {};
  const entry = (document.precedingInvoices ?? []).findIndex(one => one.number === number && one.issueDate === issueDate);
  if (entry < 0) return 'precedingInvoices';
  return `precedingInvoices.${entry}${term === 'BT-25' ? '.number' : term === 'BT-26' ? '.issueDate' : ''}`;
}

/** The field with the exemption reason: that of a line, else that of the document. */
function exemptionField(term: string, document: InvoiceDocument): string {
  const field: keyof LineExtensions = term === 'BT-121' ? 'taxExemptionReasonCode' : 'taxExemptionReason';
  const line = document.lines.findIndex(each => each.ublExtensions?.[field]?.trim());
  return line >= 0 && !document.ublExtensions?.[field]?.trim()
    ? `lines.${line}.${EXTENSIONS}.${field}`
    : `${EXTENSIONS}.${field}`;
}
