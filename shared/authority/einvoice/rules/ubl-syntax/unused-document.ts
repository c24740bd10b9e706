/** Unused elements, as pairs `number name`, of one parent. */
export interface Unused {
  /** Names from the root to the parent; `Line` stands for a line of an invoice or credit note. */
  path: string;
  /** Elements of the namespace `cbc`. */
  basic?: string;
  /** Elements of the namespace `cac`. */
  aggregate?: string;
  /** Elements of the namespace `ext`. */
  extension?: string;
}

/**
 * Elements of UBL that EN 16931 does not use, with the numbers of their rules (UBL-CR-number), by the path of the parent:
 * the document, its references, delivery, payment and totals.
 * Numbers and names are those of the official set, with its misnamed elements (wrong spelling or namespace), which never occur.
 */
export const UNUSED_IN_DOCUMENT: readonly Unused[] = [
  {
    path: '',
    extension: '1 UBLExtensions',
    basic: `
      3 ProfileExecutionID 4 CopyIndicator 5 UUID 6 IssueTime 7 PricingCurrencyCode 8 PaymentCurrencyCode
      9 PaymentAlternativeCurrencyCode 10 AccountingCostCode 11 LineCountNumeric
    `,
    aggregate: `
      77 StatementDocumentReference 137 Signature 294 BuyerCustomerParty 295 SellerSupplierParty 410 DeliveryTerms
      470 PrepaidPayment 490 TaxExchangeRate 491 PricingExchangeRate 492 PaymentExchangeRate
      493 PaymentAlternativeExchangeRate 513 WithholdingTaxTotal
    `,
  },
  {
    path: 'InvoicePeriod',
    basic: '12 StartTime 13 EndTime 14 DurationMeasure 15 Description',
  },
  {
    path: 'OrderReference',
    basic: '16 CopyIndicator 17 UUID 18 IssueDate 19 IssueTime 20 CustomerReference 21 OrderTypeCode',
    aggregate: '22 DocumentReference',
  },
  {
    path: 'BillingReference/InvoiceDocumentReference',
    basic: `
      23 CopyIndicator 24 UUID 25 IssueTime 26 DocumentTypeCode 27 DocumentType 28 XPath 29 LanguageID 30 LocaleCode
      31 VersionID 32 DocumentStatusCode 33 DocumentDescription
    `,
    aggregate: '34 Attachment 35 ValidityPeriod 36 IssuerParty 37 ResultOfVerification',
  },
  {
    path: 'BillingReference',
    aggregate: `
      38 SelfBilledInvoiceDocumentReference 39 CreditNoteDocumentReference 40 SelfBilledCreditNoteDocumentReference
      41 DebitNoteDocumentReference 42 ReminderDocumentReference 43 AdditionalDocumentReference
      44 BillingReferenceLine
    `,
  },
  {
    path: 'DespatchDocumentReference',
    basic: `
      45 CopyIndicator 46 UUID 47 IssueDate 48 IssueTime 49 DocumentTypeCode 50 DocumentType 51 XPath 52 LanguageID
      53 LocaleCode 54 VersionID 55 DocumentStatusCode 56 DocumentDescription
    `,
    aggregate: '57 Attachment 58 ValidityPeriod 59 IssuerParty 60 ResultOfVerification',
  },
  {
    path: 'ReceiptDocumentReference',
    basic: `
      61 CopyIndicator 62 UUID 63 IssueDate 64 IssueTime 65 DocumentTypeCode 66 DocumentType 67 XPath 68 LanguageID
      69 LocaleCode 70 VersionID 71 DocumentStatusCode 72 DocumentDescription
    `,
    aggregate: '73 Attachment 74 ValidityPeriod 75 IssuerParty 76 ResultOfVerification',
  },
  {
    path: 'OriginatorDocumentReference',
    basic: `
      78 CopyIndicator 79 UUID 80 IssueDate 81 IssueTime 82 DocumentTypeCode 83 DocumentType 84 XPath 85 LanguageID
      86 LocaleCode 87 VersionID 88 DocumentStatusCode 89 DocumentDescription
    `,
    aggregate: '90 Attachment 91 ValidityPeriod 92 IssuerParty 93 ResultOfVerification',
  },
  {
    path: 'ContractDocumentReference',
    basic: `
      94 CopyIndicator 95 UUID 96 IssueDate 97 IssueTime 98 DocumentTypeCode 99 DocumentType 100 XPath 101 LanguageID
      102 LocaleCode 103 VersionID 104 DocumentStatusCode 105 DocumentDescription
    `,
    aggregate: '106 Attachment 107 ValidityPeriod 108 IssuerParty 109 ResultOfVerification',
  },
  {
    path: 'AdditionalDocumentReference',
    basic: `
      110 CopyIndicator 111 UUID 112 IssueDate 113 IssueTime 114 DocumentType 115 XPath 116 LanguageID 117 LocaleCode
      118 VersionID 119 DocumentStatusCode
    `,
    aggregate: '131 ValidityPeriod 132 IssuerParty 133 ResultOfVerification',
  },
  {
    path: 'AdditionalDocumentReference/Attachment/ExternalReference',
    basic: `
      121 DocumentHash 122 HashAlgorithmMethod 123 ExpiryDate 124 ExpiryTime 125 MimeCode 126 FormatCode
      127 EncodingCode 128 CharacterSetCode 129 FileName 130 Description
    `,
  },
  {
    path: 'ProjectReference',
    basic: '134 UUID 135 IssueDate',
    aggregate: '136 WorkPhaseReference',
  },
  {
    path: 'Delivery',
    basic: `
      342 ID 343 Quantity 344 MinimumQuantity 345 MaximumQuantity 346 ActualDeliveryTime 347 LatestDeliveryDate
      348 LatestDeliveryTime 349 ReleaseID 350 TrackingID
    `,
    aggregate: `
      382 AlternativeDeliveryLocation 383 RequestedDeliveryPeriod 384 EstimatedDeliveryPeriod 385 CarrierParty
      404 NotifyParty 405 Despatch 406 DeliveryTerms 407 MinimumDeliveryUnit 408 MaximumDeliveryUnit 409 Shipment
      682 DeliveryAddress
    `,
  },
  {
    path: 'Delivery/DeliveryLocation',
    basic: `
      351 Description 352 Conditions 353 CountrySubentity 354 CountrySubentityCode 355 LocationTypeCode
      356 InformationURI 357 Name
    `,
    aggregate: '358 ValidityPeriod 380 SubsidiaryLocation 381 LocationCoordinate',
  },
  {
    path: 'Delivery/DeliveryLocation/Address',
    basic: `
      359 ID 360 AddressTypeCode 361 AddressFormatCode 362 Postbox 363 Floor 364 Room 365 BlockName 366 BuildingName
      367 BuildingNumber 368 InhouseMail 369 Department 370 MarkAttention 371 MarkCare 372 PlotIdentification
      373 CitySubdivisionName 374 CountrySubentityCode 375 Region 376 District 377 TimezoneOffset
    `,
    aggregate: '379 LocationCoordinate',
  },
  {
    path: 'Delivery/DeliveryLocation/Address/Country',
    basic: '378 Name',
  },
  {
    path: 'PaymentMeans',
    basic: '411 ID 413 PaymentChannelCode 414 InstructionID 681 InstructionNote',
    aggregate: '434 CreditAccount 451 TradeFinancing',
  },
  {
    path: 'PaymentMeans/CardAccount',
    basic: `
      415 CardTypeCode 416 ValidityStartDate 417 ExpiryDate 418 IssuerID 419 IssueNumberID 420 CV2ID 421 CardChipCode
      422 ChipApplicationID
    `,
  },
  {
    path: 'PaymentMeans/PayeeFinancialAccount',
    basic: '424 AliasName 425 AccountTypeCode 426 AccountFormatCode 427 CurrencyCode 428 PaymentNote',
    aggregate: '433 Country',
  },
  {
    path: 'PaymentMeans/PayeeFinancialAccount/FinancialInstitutionBranch',
    basic: '429 Name',
    aggregate: '432 Address',
  },
  {
    path: 'PaymentMeans/PayeeFinancialAccount/FinancialInstitutionBranch/FinancialInstitution',
    basic: '430 Name',
    aggregate: '431 Address',
  },
  {
    path: 'PaymentMeans/PaymentMandate',
    basic: '435 MandateTypeCode 436 MaximumPaymentInstructionsNumeric 437 MaximumPaidAmount 438 SignatureID',
    aggregate: '439 PayerParty 448 ValidityPeriod 449 PaymentReversalPeriod 450 Clause',
  },
  {
    path: 'PaymentMeans/PaymentMandate/PayerFinancialAccount',
    basic: '440 Name 441 AliasName 442 AccountTypeCode 443 AccountFormatCode 444 CurrencyCode 445 PaymentNote',
    aggregate: '446 FinancialInstitutionBranch 447 Country',
  },
  {
    path: 'PaymentTerms',
    basic: `
      452 ID 453 PaymentMeansID 454 PrepaidPaymentReferenceID 455 ReferenceEventCode 456 SettlementDiscountPercent
      457 PenaltySurchargePercent 458 PaymentPercent 459 Amount 460 SettlementDiscountAmount 461 PenaltyAmount
      462 PaymentTermsDetailsURI 463 PaymentDueDate 464 InstallmentDueDate 465 InvoicingPartyReference
    `,
    aggregate: '466 SettlementPeriod 467 PenaltyPeriod 468 ExchangeRate 469 ValidityPeriod',
  },
  {
    path: 'AllowanceCharge',
    basic: '471 ID 472 PrepaidIndicator 473 SequenceNumeric 474 AccountingCostCode 475 AccountingCost 476 PerUnitAmount',
    aggregate: '488 TaxTotal 489 PaymentMeans',
  },
  {
    path: 'AllowanceCharge/TaxCategory',
    basic: `
      477 Name 478 BaseUnitMeasure 479 PerUnitAmount 480 TaxExemptionReasonCode 481 TaxExemptionReason 482 TierRange
      483 TierRatePercent
    `,
  },
  {
    path: 'AllowanceCharge/TaxCategory/TaxScheme',
    basic: '484 Name 485 TaxTypeCode 486 CurrencyCode',
    aggregate: '487 JurisdiccionRegionAddress',
  },
  {
    path: 'TaxTotal',
    basic: '494 RoundingAmount 495 TaxEvidenceIndicator 496 TaxIncludedIndicator',
  },
  {
    path: 'TaxTotal/TaxSubtotal',
    basic: `
      497 CalculationSequenceNumeric 498 TransactionCurrencyTaxAmount 499 Percent 500 BaseUnitMeasure
      501 PerUnitAmount 502 TierRange 503 TierRatePercent
    `,
  },
  {
    path: 'TaxTotal/TaxSubtotal/TaxCategory',
    basic: '504 Name 505 BaseUnitMeasure 506 PerUnitAmount 507 TierRange 508 TierRatePercent',
  },
  {
    path: 'TaxTotal/TaxSubtotal/TaxCategory/TaxScheme',
    basic: '509 Name 510 TaxTypeCode 511 CurrencyCode',
    aggregate: '512 JurisdictionRegionAddress',
  },
  {
    path: 'LegalMonetaryTotal',
    basic: '514 PayableAlternativeAmount',
  },
];
