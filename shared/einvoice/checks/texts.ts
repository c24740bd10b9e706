import { einvoiceAddress } from '../addresses.ts';
import { exemptionReason } from '../exemptions.ts';
import { deliveryAddress } from '../ubl/delivery.ts';
import { documentNotes } from '../ubl/header.ts';
import { legalInformation } from '../ubl/party.ts';
import { paymentAccount, paymentTermsText } from '../ubl/payment.ts';
import { buyerField } from './parties.ts';
import type { Finding } from './finding.ts';
import type { AllowanceCharge, InvoiceDocument } from '../../invoices/model.ts';

/** One text with the length CIUS-RO allows it. */
type Limit = readonly [rule: string, max: number, what: string, text: string | null | undefined, field: string | null];

/** Texts longer than CIUS-RO takes. They are never cut: the caller shortens them. */
export const textErrors = (document: InvoiceDocument): Finding[] =>
  exceeded([...partyTexts(document), ...documentTexts(document), ...document.lines.flatMap(lineTexts)]);

/** Lengths that CIUS-RO states and its rule set does not enforce. */
export function textWarnings(document: InvoiceDocument): Finding[] {
  const reasons = (document.ublExtensions?.allowanceCharges ?? []).map((entry, index): Limit => {
    const rule = entry.chargeIndicator ? 'BR-RO-L1018' : 'BR-RO-L1017';
    return [rule, 100, 'reason', entry.reason, `ublExtensions.allowanceCharges.${index}.reason`];
  });
  const categories = new Set(document.lines.map(line => line.vatCategoryCode));
  const exemptions = [...categories].map((category): Limit => [
    'BR-RO-L1019',
    100,
    'VAT exemption reason',
    exemptionReason(document, category)?.text,
    'ublExtensions.taxExemptionReason',
  ]);
  return exceeded([...reasons, ...exemptions]);
}

function exceeded(limits: Limit[]): Finding[] {
  return limits.flatMap(([rule, max, what, text, field]) => {
    const length = measured(text);
    return length > max ? [{ rule, field, message: `Shorten the ${what} to ${max} characters; it has ${length}.` }] : [];
  });
}

/** Length as the rules measure it: characters, runs of blanks counted once (`string-length(normalize-space())`). */
const measured = (text: string | null | undefined): number => [...(text?.trim().replace(/\s+/g, ' ') ?? '')].length;

function partyTexts(document: InvoiceDocument): Limit[] {
  const { seller, client } = document;
  const from = einvoiceAddress(seller);
  const ofSeller: Limit[] = [
    ['BR-RO-L201', 200, "company's name", seller.name, null],
    ['BR-RO-L151', 150, "company's address", from.street, null],
    ['BR-RO-L0501', 50, "company's city", from.city, null],
    ['BR-RO-L0201', 20, "company's postal code", from.postalZone, null],
    ['BR-RO-L1000', 1000, "company's registration number and capital", legalInformation(seller), null],
    ['BR-RO-L1004', 100, "issuer's name", document.issuerName, 'issuerName'],
    ['BR-RO-L1005', 100, "company's phone", seller.phone, null],
    ['BR-RO-L1006', 100, "company's e-mail", seller.email, null],
  ];
  if (client === null) return ofSeller;
  const field = buyerField(document);
  const to = einvoiceAddress(client);
  const contact: Limit[] = [
    ['BR-RO-L1010', 100, "buyer's phone", client.phone, field],
    ['BR-RO-L1011', 100, "buyer's e-mail", client.email, field],
  ];
  return [
    ...ofSeller,
    ['BR-RO-L203', 200, "buyer's name", client.name, field],
    ['BR-RO-L152', 150, "buyer's address", to.street, field],
    ['BR-RO-L0502', 50, "buyer's city", to.city, field],
    ['BR-RO-L0202', 20, "buyer's postal code", to.postalZone, field],
    ...(client.type === 'individual' ? [] : contact),
  ];
}

function documentTexts(document: InvoiceDocument): Limit[] {
  const deliverTo = deliveryAddress(document);
  const path = 'ublExtensions.delivery.deliveryAddress';
  return [
    ...documentNotes(document).map((note): Limit => ['BR-RO-L302', 300, note.field, note.text, note.field]),
    ['BR-RO-L301', 300, 'payment terms (penalties included)', paymentTermsText(document), 'paymentTerms'],
    ['BR-RO-L0302', 200, 'contract number', document.contractNumber, 'contractNumber'],
    ['BR-RO-L0303', 200, 'order number', document.orderNumber, 'orderNumber'],
    ['BR-RO-L0305', 200, 'receiving advice reference', document.receivingAdviceReference, 'receivingAdviceReference'],
    ['BR-RO-L0306', 200, 'despatch advice reference', document.despatchAdviceReference, 'despatchAdviceReference'],
    ['BR-RO-L0307', 200, 'tender or lot reference', document.tenderOrLotReference, 'tenderOrLotReference'],
    ['BR-RO-L0308', 200, 'invoiced object identifier', document.invoicedObjectIdentifier, 'invoicedObjectIdentifier'],
    ['BR-RO-L1001', 100, 'buyer accounting reference', document.buyerAccountingReference, 'buyerAccountingReference'],
    ['BR-RO-L205', 200, "payee's name", document.payeeName, 'payeeName'],
    ['BR-RO-L208', 200, 'bank name', paymentAccount(document).bankName, document.payeeBankAccount ? 'payeeBankName' : null],
    ['BR-RO-L154', 150, 'delivery street', deliverTo?.street, `${path}.streetName`],
    ['BR-RO-L0504', 50, 'delivery city', deliverTo?.city, `${path}.cityName`],
    ...(document.ublExtensions?.additionalDocumentReferences ?? []).flatMap((entry, index): Limit[] => {
      const reference = `ublExtensions.additionalDocumentReferences.${index}`;
      return [
        ['BR-RO-L0308', 200, 'document reference', entry.id, `${reference}.id`],
        ['BR-RO-L1020', 100, 'document description', entry.documentDescription, `${reference}.documentDescription`],
      ];
    }),
  ];
}

function lineTexts(line: InvoiceDocument['lines'][number], index: number): Limit[] {
  const path = `lines.${index}`;
  const reason = (entry: AllowanceCharge, at: number): Limit => [
    entry.chargeIndicator ? 'BR-RO-L1023' : 'BR-RO-L1022',
    100,
    'reason',
    entry.reason,
    `${path}.ublExtensions.allowanceCharges.${at}.reason`,
  ];
  return [
    ['BR-RO-L1024', 100, 'description', line.description, `${path}.description`],
    ...(line.ublExtensions?.allowanceCharges ?? []).map(reason),
    ...(line.ublExtensions?.additionalItemProperties ?? []).flatMap(({ name, value }, at): Limit[] => {
      const property = `${path}.ublExtensions.additionalItemProperties.${at}`;
      return [
        ['BR-RO-L0505', 50, 'property name', name, `${property}.name`],
        ['BR-RO-L1025', 100, 'property value', value, `${property}.value`],
      ];
    }),
  ];
}
