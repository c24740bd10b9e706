import { TURNOVER_KIND, under, without } from '../common.ts';
import type { AreaDescriptions, FieldDescriptions } from '../model.ts';

/** What lines have in requests and answers. */
export const LINE_FIELDS: FieldDescriptions = {
  description:
    'What is sold, up to 2,000 characters; an invoice with more than 200 in a line cannot be issued (BR-RO-L212), of which its draft warns. In the e-invoice, the name of the item has 100 of them; a longer text becomes its description.',
  quantity: 'Quantity, not 0. Negative in a refund.',
  unitPrice: 'Price of one unit, not negative; with or without VAT by `vatIncluded`.',
  unitOfMeasure: 'Unit, as a word such as `buc` or a code of UN/ECE Rec 20; by default that of the product, or `buc`.',
  vatRate: 'VAT rate in percent. By default that of `vatRateId`, or of the default rate.',
  vatCategoryCode:
    'VAT category (UNTDID 5305). By default that of the rate. `S` with 0 % becomes `Z`; any other category with a rate above 0 becomes `S`.',
  vatRateId: 'Id of the VAT rate of the company. By default the default rate.',
  productId: 'Id of the product.',
  discount: 'Discount of the line as an amount; not together with `discountPercent`.',
  discountPercent: 'Discount of the line in percent.',
  vatIncluded: 'Whether the unit price includes VAT; by default false.',
  kind: 'Whether goods or a service are sold, which decides the VAT of sales to other states. By default as the product says; null: unknown.',
  turnoverKind: TURNOVER_KIND,
  productCode: 'Code of the product.',
  exchangeRate:
    'RON for one unit of the currency for this line only: the rate of the advance that it settles. Null: the rate of the document.',
  ublExtensions: 'Data of the line for the e-invoice only.',
};

const allowanceCharge: FieldDescriptions = {
  chargeIndicator: 'True for a charge, false for a discount.',
  amount: 'Amount without VAT.',
  reasonCode: 'Code of the reason (UNTDID 5189 or 7161).',
  reason: 'Reason in words.',
  baseAmount: 'Amount that the percentage applies to.',
  multiplierFactorNumeric: 'Percentage of the base amount.',
};

const exemption: FieldDescriptions = {
  taxExemptionReason: 'Why no VAT is charged (BT-120); required for category E.',
  taxExemptionReasonCode: 'Code of the reason (VATEX, BT-121).',
};

const validation: FieldDescriptions = {
  valid: 'Whether the document can be issued.',
  errors: 'What prevents its issue, for people.',
  warnings: 'What is unusual, for people.',
  schematronAvailable:
    'Whether the official rules are installed and were applied as well. Without them, the service has applied its own.',
};

const signature: FieldDescriptions = {
  certificateChainValid: 'Whether the certificate leads to one that the operator of the service trusts.',
  timestampValid: 'Whether the time stamp is valid; null without one.',
  xmlIntegrityValid: 'Whether the signature fits the XML.',
};

/** The parts of invoices, and bodies and answers of their smaller operations. */
export const invoiceParts: AreaDescriptions['schemas'] = {
  InvoiceLine: {
    description: 'A line of an invoice.',
    fields: {
      ...without(LINE_FIELDS, 'productId'),
      id: 'Id of the line.',
      lineNumber: 'Place of the line, from 1.',
      vatRate: 'VAT rate in percent.',
      vatCategoryCode: 'VAT category (UNTDID 5305).',
      vatRateId: 'Id of the VAT rate of the company; null: none fits.',
      vatAmount: 'VAT of the line.',
      subtotal: 'Total without VAT, after the discount.',
      total: 'Total with VAT.',
      product: 'The product; null: none.',
    },
  },
  InvoiceLineInput: {
    description: 'A line of an invoice.',
    fields: { ...LINE_FIELDS, addSgr: "Adds a line with the product's `sgrAmount` after it." },
  },
  LineProduct: {
    description: 'The product of a line.',
    fields: { id: 'Id of the product.', name: 'Its name.', code: 'Its code.' },
  },
  DocumentExtensions: {
    description: `Data for the e-invoice only (EN 16931). Totals of the answer do not include allowances and charges of the document; the XML does. Unknown
keys are ignored.`,
    fields: {
      ...exemption,
      invoicePeriod: 'The invoiced period (BG-14).',
      'invoicePeriod.startDate': 'First day.',
      'invoicePeriod.endDate': 'Last day.',
      'invoicePeriod.descriptionCode': 'Code of the event by which VAT becomes due (BT-8).',
      delivery: 'The delivery (BG-13); required for category K.',
      'delivery.actualDeliveryDate': 'Day of the delivery.',
      'delivery.deliveryAddress': 'Address of the delivery.',
      'delivery.deliveryAddress.streetName': 'Street and number.',
      'delivery.deliveryAddress.cityName': 'City.',
      'delivery.deliveryAddress.countrySubentity': 'County.',
      'delivery.deliveryAddress.countryCode': 'Country by ISO 3166-1 alpha-2.',
      allowanceCharges: 'Discounts and charges of the whole document (BG-20, BG-21), at most 20.',
      ...under('allowanceCharges', allowanceCharge),
      'allowanceCharges.taxCategoryCode': 'VAT category of the amount.',
      'allowanceCharges.taxRate': 'VAT rate of the amount in percent.',
      prepaidAmount: 'What was paid before (BT-113); reduces the amount to pay in the XML.',
      additionalDocumentReferences: 'Supporting documents (BG-24), at most 10.',
      'additionalDocumentReferences.id': 'Reference of the document.',
      'additionalDocumentReferences.documentTypeCode': 'Code of its type.',
      'additionalDocumentReferences.documentDescription': 'What it is.',
    },
  },
  LineExtensions: {
    description: 'Data of a line for the e-invoice only (EN 16931). Unknown keys are ignored.',
    fields: {
      ...exemption,
      invoicePeriod: 'The invoiced period of the line (BG-26).',
      'invoicePeriod.startDate': 'First day.',
      'invoicePeriod.endDate': 'Last day.',
      allowanceCharges: 'Discounts and charges of the line (BG-27, BG-28), at most 10.',
      additionalItemProperties: 'Properties of the item (BG-32), at most 20.',
      'additionalItemProperties.name': 'Name of the property.',
      'additionalItemProperties.value': 'Its value.',
      originCountry: 'Country of origin (BT-159) by ISO 3166-1 alpha-2.',
    },
  },
  LineAllowanceCharge: { description: 'A discount or charge of a line.', fields: allowanceCharge },
  Collection: {
    description: 'A payment that is recorded together with a new invoice.',
    fields: {
      value: 'The amount; by default the total of the invoice.',
      type: 'How it was paid; by default `bank_transfer`.',
      issueDate: 'Day of the payment; by default the date of the invoice.',
      documentNumber: 'Number of the receipt or transfer.',
      mentions: 'Notes.',
    },
  },
  PrecedingInvoice: {
    description: 'An earlier document, by number and date.',
    fields: { number: 'Its number.', issueDate: 'Its date; null on a received document that does not state it.' },
  },
  PrecedingInvoiceInput: {
    description: 'An earlier document, by number and date.',
    fields: { number: 'Its number.', issueDate: 'Its date.' },
  },
  Party: {
    description: 'Buyer or seller, as on the document.',
    fields: {
      id: 'Id of the client, company or supplier; null: it has no record.',
      name: 'Name.',
      cif: 'Tax number.',
      registrationNumber: 'Number in the trade register.',
      address: 'Street and number.',
      city: 'City.',
      country: 'Country by ISO 3166-1 alpha-2.',
      email: 'Email address.',
      phone: 'Telephone number.',
    },
  },
  Person: {
    description: 'Who did something.',
    fields: {
      id: 'Id of the user; null for the service itself.',
      name: 'Name; `System` for the service itself.',
      email: 'Email address; null for the service itself.',
    },
  },
  DocumentEvent: {
    description: 'An entry of the timeline of a document.',
    fields: {
      id: 'Id of the entry.',
      type: 'What happened.',
      status: 'Status of the document after it; null if it did not concern the status.',
      timestamp: 'When it happened.',
      details: 'What happened, for people.',
      user: 'Who did it; null for visitors of a share link.',
      metadata:
        'Data that depend on the type, such as `paymentId` or `reason`; of `updated`, `changes` lists `field`, `from` and `to` of what changed.',
    },
  },
  DocumentReference: {
    description: 'A related document.',
    fields: {
      id: 'Id of the document.',
      uuid: 'The same as `id`.',
      number: 'Its number.',
      issueDate: 'Its date.',
      total: 'Its total with VAT.',
    },
  },
  InvoicePayment: {
    description: 'A payment of the invoice.',
    fields: {
      id: 'Id of the payment.',
      type: '`payment`: money received; `refund`: paid back; `offset`: booked against another invoice.',
      paysBack: 'Whether the amount lowers what was paid.',
      amount: 'Amount, in the currency of the invoice.',
      paymentDate: 'Day of the payment.',
      paymentMethod: 'How it was paid.',
      reference: 'Number of the receipt or transfer.',
      notes: 'Notes.',
      createdAt: 'When it was recorded.',
    },
  },
  CreditNoteLink: {
    description: 'A credit note of the invoice.',
    fields: {
      uuid: 'Id of the credit note.',
      number: 'Its number.',
      status: 'Its status.',
      total: 'Its total with VAT, negative.',
    },
  },
  Attachment: {
    description: 'A file of an invoice.',
    fields: {
      id: 'Id of the file.',
      filename: 'Its name.',
      mimeType: 'Its media type, as its content shows.',
      size: 'Its size in bytes.',
      uploadedAt: 'When it was uploaded.',
      uploadedBy: 'Who uploaded it.',
      description: 'What it is.',
    },
  },
  InvoiceValidation: { description: 'What would prevent the issue of a document.', fields: validation },
  InvoiceValidationResult: {
    description: 'What would prevent the issue of a document, in words and as findings.',
    fields: { ...validation, findings: 'The findings from which `errors` and `warnings` are made.' },
  },
  ValidationFinding: {
    description: 'A rule that the document breaks.',
    fields: {
      rule: 'Id of the rule, such as `BR-CO-16`.',
      severity: '`fatal` prevents the issue; `warning` does not.',
      message: 'What is wrong, for people.',
      businessTerm: 'Business term of EN 16931, such as `BT-115`.',
      xpath: 'Place in the XML.',
      field: 'Field of the request, such as `lines.0.vatRate`.',
    },
  },
  InvoiceCancellation: {
    description: 'Body of a cancellation.',
    fields: { reason: 'Why it is cancelled, 10 to 500 characters.' },
  },
  BuyerAnswerInput: {
    description: 'An answer about a received document.',
    fields: { response: '`accept` or `refuse`.', reason: 'Why; required for a refusal. The supplier reads it.' },
  },
  BuyerAnswer: {
    description: 'The answer of the company about a received document.',
    fields: {
      id: 'Id of the answer.',
      response: '`accept` or `refuse`.',
      reason: 'Why.',
      status:
        '`pending`: waits to be sent; `sent`: the tax authority has it; `delivered`: it was accepted for delivery to the supplier; `failed`.',
      answeredAt: 'When it was given.',
      sentAt: 'When the tax authority took it; null before.',
      taxauthUploadIndex: 'Index of the message at the tax authority.',
      error: 'Why it failed; null otherwise.',
    },
  },
  ValidSignature: {
    description: 'A valid signature of the tax authority.',
    fields: {
      ...signature,
      valid: 'Always true.',
      signer: 'Name of the signer.',
      signerCertificate: 'The certificate of the signer.',
      'signerCertificate.subject': 'Its subject.',
      'signerCertificate.issuer': 'Its issuer.',
      'signerCertificate.serialNumber': 'Its serial number.',
      'signerCertificate.validFrom': 'Start of its validity.',
      'signerCertificate.validUntil': 'End of its validity.',
      'signerCertificate.fingerprint': 'Its fingerprint.',
      signatureTimestamp: 'When it was signed.',
      algorithm: 'Algorithm of the signature.',
      signatureFormat: 'Format of the signature.',
      verifiedAt: 'When it was verified.',
    },
  },
  InvalidSignature: {
    description: 'A signature that is not valid.',
    fields: {
      valid: 'Always false.',
      error: 'What is wrong, for programs.',
      errorMessage: 'What is wrong, for people.',
      signer: 'Name of the signer, if it can be read.',
      signatureTimestamp: 'When it was signed, if it can be read.',
      verifiedAt: 'When it was verified.',
      details: 'The checks one by one.',
      ...under('details', signature),
    },
  },
};
