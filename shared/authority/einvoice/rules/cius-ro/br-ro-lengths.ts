import { attributeOf, textOf, type XmlElement } from '../../xml/node.ts';
import { RO } from '../contexts/ro.ts';
import { rules, type Context, type Rule } from '../types.ts';
import { at, isAtMost, normalized, normalizedAt, single } from '../values.ts';

/** BR-RO-L: the maximum lengths of texts, in characters, after white space is normalised. */

type Length = readonly [id: string, businessTerm: string, what: string, most: number, ...path: string[]];

const lengths = (of: Context, entries: readonly Length[]): Rule[] =>
  rules(
    of,
    entries.map(([id, businessTerm, what, most, ...path]) => [
      `BR-RO-L${id}`,
      businessTerm,
      `Shorten ${what} to ${most} characters.`,
      each => isAtMost(normalizedAt(each, ...path), most),
    ]),
  );

/** The same for an attribute of the single element at the path. */
const attributeLength = (of: Context, [id, businessTerm, what, most, attribute, ...path]: Length): Rule[] =>
  rules(of, [
    [
      `BR-RO-L${id}`,
      businessTerm,
      `Shorten ${what} to ${most} characters.`,
      each => isAtMost(normalized(attributeAt(each, attribute!, path)), most),
    ],
  ]);

function attributeAt(element: XmlElement, attribute: string, path: readonly string[]): string {
  const carrier = single(at(element, ...path).filter(each => attributeOf(each, attribute) !== undefined));
  return carrier ? attributeOf(carrier, attribute)! : '';
}

const SELLER = ['cac:AccountingSupplierParty', 'cac:Party'] as const;
const SELLER_ADDRESS = [...SELLER, 'cac:PostalAddress'] as const;
const BUYER = ['cac:AccountingCustomerParty', 'cac:Party'] as const;
const BUYER_ADDRESS = [...BUYER, 'cac:PostalAddress'] as const;
const REPRESENTATIVE_ADDRESS = ['cac:TaxRepresentativeParty', 'cac:PostalAddress'] as const;
const DELIVERY_ADDRESS = ['cac:Delivery', 'cac:DeliveryLocation', 'cac:Address'] as const;

export const BR_RO_LENGTHS: readonly Rule[] = [
  ...lengths(RO.document, [
    ['0201', 'BT-38', "the seller's post code", 20, ...SELLER_ADDRESS, 'cbc:PostalZone'],
    ['0202', 'BT-53', "the buyer's post code", 20, ...BUYER_ADDRESS, 'cbc:PostalZone'],
    ['0203', 'BT-67', "the tax representative's post code", 20, ...REPRESENTATIVE_ADDRESS, 'cbc:PostalZone'],
    ['0204', 'BT-78', 'the post code of the delivery address', 20, ...DELIVERY_ADDRESS, 'cbc:PostalZone'],
    ['155', 'BT-1', 'the number of the document', 200, 'cbc:ID'],
    ['0302', 'BT-12', 'the contract reference', 200, 'cac:ContractDocumentReference', 'cbc:ID'],
    ['0303', 'BT-13', 'the purchase order reference', 200, 'cac:OrderReference', 'cbc:ID'],
    ['0304', 'BT-14', 'the sales order reference', 200, 'cac:OrderReference', 'cbc:SalesOrderID'],
    ['0305', 'BT-15', 'the receiving advice reference', 200, 'cac:ReceiptDocumentReference', 'cbc:ID'],
    ['0306', 'BT-16', 'the despatch advice reference', 200, 'cac:DespatchDocumentReference', 'cbc:ID'],
    ['0307', 'BT-17', 'the tender or lot reference', 200, 'cac:OriginatorDocumentReference', 'cbc:ID'],
    ['0501', 'BT-37', "the seller's city", 50, ...SELLER_ADDRESS, 'cbc:CityName'],
    ['0502', 'BT-52', "the buyer's city", 50, ...BUYER_ADDRESS, 'cbc:CityName'],
    ['0503', 'BT-66', "the tax representative's city", 50, ...REPRESENTATIVE_ADDRESS, 'cbc:CityName'],
    ['0504', 'BT-77', 'the city of the delivery address', 50, ...DELIVERY_ADDRESS, 'cbc:CityName'],
    ['1000', 'BT-33', "the seller's legal form", 1000, ...SELLER, 'cac:PartyLegalEntity', 'cbc:CompanyLegalForm'],
    ['1001', 'BT-19', 'the buyer accounting reference', 100, 'cbc:AccountingCost'],
    ['1002', 'BT-36', "line 2 of the seller's address", 100, ...SELLER_ADDRESS, 'cbc:AdditionalStreetName'],
    ['1003', 'BT-162', "line 3 of the seller's address", 100, ...SELLER_ADDRESS, 'cac:AddressLine', 'cbc:Line'],
    ['1004', 'BT-41', "the seller's contact", 100, ...SELLER, 'cac:Contact', 'cbc:Name'],
    ['1005', 'BT-42', "the seller's telephone", 100, ...SELLER, 'cac:Contact', 'cbc:Telephone'],
    ['1006', 'BT-43', "the seller's e-mail address", 100, ...SELLER, 'cac:Contact', 'cbc:ElectronicMail'],
    ['1007', 'BT-51', "line 2 of the buyer's address", 100, ...BUYER_ADDRESS, 'cbc:AdditionalStreetName'],
    ['1008', 'BT-163', "line 3 of the buyer's address", 100, ...BUYER_ADDRESS, 'cac:AddressLine', 'cbc:Line'],
    ['1009', 'BT-56', "the buyer's contact", 100, ...BUYER, 'cac:Contact', 'cbc:Name'],
    ['1010', 'BT-57', "the buyer's telephone", 100, ...BUYER, 'cac:Contact', 'cbc:Telephone'],
    ['1011', 'BT-58', "the buyer's e-mail address", 100, ...BUYER, 'cac:Contact', 'cbc:ElectronicMail'],
    ['1012', 'BT-65', "line 2 of the tax representative's address", 100, ...REPRESENTATIVE_ADDRESS, 'cbc:AdditionalStreetName'],
    [
      '1013',
      'BT-164',
      "line 3 of the tax representative's address",
      100,
      ...REPRESENTATIVE_ADDRESS,
      'cac:AddressLine',
      'cbc:Line',
    ],
    ['1014', 'BT-76', 'line 2 of the delivery address', 100, ...DELIVERY_ADDRESS, 'cbc:AdditionalStreetName'],
    ['1015', 'BT-165', 'line 3 of the delivery address', 100, ...DELIVERY_ADDRESS, 'cac:AddressLine', 'cbc:Line'],
    ['151', 'BT-35', "the street of the seller's address", 150, ...SELLER_ADDRESS, 'cbc:StreetName'],
    ['152', 'BT-50', "the street of the buyer's address", 150, ...BUYER_ADDRESS, 'cbc:StreetName'],
    ['153', 'BT-64', "the street of the tax representative's address", 150, ...REPRESENTATIVE_ADDRESS, 'cbc:StreetName'],
    ['154', 'BT-75', 'the street of the delivery address', 150, ...DELIVERY_ADDRESS, 'cbc:StreetName'],
    ['201', 'BT-27', "the seller's name", 200, ...SELLER, 'cac:PartyLegalEntity', 'cbc:RegistrationName'],
    ['202', 'BT-28', "the seller's trading name", 200, ...SELLER, 'cac:PartyName', 'cbc:Name'],
    ['203', 'BT-44', "the buyer's name", 200, ...BUYER, 'cac:PartyLegalEntity', 'cbc:RegistrationName'],
    ['204', 'BT-45', "the buyer's trading name", 200, ...BUYER, 'cac:PartyName', 'cbc:Name'],
    ['205', 'BT-59', "the payee's name", 200, 'cac:PayeeParty', 'cac:PartyName', 'cbc:Name'],
    ['206', 'BT-62', "the tax representative's name", 200, 'cac:TaxRepresentativeParty', 'cac:PartyName', 'cbc:Name'],
    ['207', 'BT-70', 'the name of the party delivered to', 200, 'cac:Delivery', 'cac:DeliveryParty', 'cac:PartyName', 'cbc:Name'],
    ['301', 'BT-20', 'the terms of payment', 300, 'cac:PaymentTerms', 'cbc:Note'],
  ]),
  ...lengths(RO.paymentMeans, [
    ['208', 'BT-85', 'the name of the account', 200, 'cac:PayeeFinancialAccount', 'cbc:Name'],
    ['209', 'BT-88', "the card holder's name", 200, 'cac:CardAccount', 'cbc:HolderName'],
    ['140', 'BT-83', 'the remittance information', 140, 'cbc:PaymentID'],
  ]),
  ...attributeLength(RO.paymentMeans, ['1016', 'BT-82', 'the text of the payment means', 100, 'name', 'cbc:PaymentMeansCode']),
  ...lengths(RO.line, [
    ['1024', 'BT-153', 'the name of the item', 100, 'cac:Item', 'cbc:Name'],
    ['1021', 'BT-133', 'the accounting reference of the line', 100, 'cbc:AccountingCost'],
    ['212', 'BT-154', 'the description of the item', 200, 'cac:Item', 'cbc:Description'],
    ['303', 'BT-127', 'the note of the line', 300, 'cbc:Note'],
  ]),
  ...lengths(RO.itemAttribute, [
    ['0505', 'BT-160', 'the name of the item attribute', 50, 'cbc:Name'],
    ['1025', 'BT-161', 'the value of the item attribute', 100, 'cbc:Value'],
  ]),
  // The official rules are about the reason texts (BT-97, BT-104), but measure the reason codes.
  ...lengths(RO.documentAllowance, [['1017', 'BT-97', 'the reason code of the allowance', 100, 'cbc:AllowanceChargeReasonCode']]),
  ...lengths(RO.documentCharge, [['1018', 'BT-104', 'the reason code of the charge', 100, 'cbc:AllowanceChargeReasonCode']]),
  ...lengths(RO.lineAllowance, [['1022', 'BT-139', 'the reason of the line allowance', 100, 'cbc:AllowanceChargeReason']]),
  ...lengths(RO.lineCharge, [['1023', 'BT-144', 'the reason of the line charge', 100, 'cbc:AllowanceChargeReason']]),
  ...rules(RO.note, [
    ['BR-RO-L302', 'BT-22', 'Shorten the note to 300 characters.', each => isAtMost(normalized(textOf(each)), 300)],
  ]),
  ...lengths(RO.documentReference, [
    ['0308', 'BT-122', 'the reference of the supporting document', 200, 'cbc:ID'],
    ['1020', 'BT-123', 'the description of the supporting document', 100, 'cbc:DocumentDescription'],
    ['210', 'BT-124', 'the address of the external document', 200, 'cac:Attachment', 'cac:ExternalReference', 'cbc:URI'],
  ]),
  ...attributeLength(RO.documentReference, [
    '211',
    'BT-125-2',
    'the file name of the attachment',
    200,
    'filename',
    'cac:Attachment',
    'cbc:EmbeddedDocumentBinaryObject',
  ]),
  ...lengths(RO.precedingInvoice, [
    ['156', 'BT-25', 'the number of the preceding invoice', 200, 'cac:InvoiceDocumentReference', 'cbc:ID'],
  ]),
  ...lengths(RO.taxSubtotalAgain, [['1019', 'BT-120', 'the reason of exemption', 100, 'cbc:TaxExemptionReason']]),
];
