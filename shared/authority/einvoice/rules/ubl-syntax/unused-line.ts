import type { Unused } from './unused-document.ts';

/**
 * Elements of UBL that EN 16931 does not use, with the numbers of their rules (UBL-CR-number), by the path of the parent:
 * the lines.
 * Numbers and names are those of the official set, with its misnamed elements (wrong spelling or namespace), which never occur.
 */
export const UNUSED_IN_LINES: readonly Unused[] = [
  {
    path: 'Line',
    basic: '515 UUID 516 TaxPointDate 517 AccountingCostCode 518 PaymentPurposeCode 519 FreeOfChargeIndicator',
    aggregate: `
      529 DespatchLineReference 530 ReceiptLineReference 531 BillingReference 548 PricingReference 549 OriginatorParty
      550 Delivery 551 PaymentTerms 561 TaxTotal 562 WithholdingTaxTotal 645 DeliveryTerms 646 SubInvoiceLine
      647 ItemPriceExtension
    `,
  },
  {
    path: 'Line/InvoicePeriod',
    basic: '520 StartTime 521 EndTime 522 DurationMeasure 523 DescriptionCode 524 Description',
  },
  {
    path: 'Line/OrderLineReference',
    basic: '525 SalesOrderLineID 526 UUID 527 LineStatusCode',
    aggregate: '528 OrderReference',
  },
  {
    path: 'Line/DocumentReference',
    basic: `
      532 CopyIndicator 533 UUID 534 IssueDate 535 IssueTime 537 DocumentType 538 XPath 539 LanguageID 540 LocaleCode
      541 VersionID 542 DocumentStatusCode 543 DocumentDescription
    `,
    aggregate: '544 Attachment 545 ValidityPeriod 546 IssuerParty 547 ResultOfVerification',
  },
  {
    path: 'Line/AllowanceCharge',
    basic: '552 ID 553 PrepaidIndicator 554 SequenceNumeric 555 AccountingCostCode 556 AccountingCost 557 PerUnitAmount',
    aggregate: '558 TaxCategory 559 TaxTotal 560 PaymentMeans',
  },
  {
    path: 'Line/Item',
    basic: `
      563 PackQuantity 564 PackSizeNumeric 565 CatalogueIndicator 566 HazardousRiskIndicator 567 AdditionalInformation
      568 Keyword 569 BrandName 570 ModelName
    `,
    aggregate: `
      581 ManufacturersItemIdentification 587 CatalogueItemIdentification 588 AdditionalItemIdentification
      589 CatalogueDocumentReference 590 ItemSpecificationDocumentReference 595 TransactionConditions
      596 HazardousItem 619 ManufacturerParty 620 InformationContentProviderParty 621 OriginAddress 622 ItemInstance
      623 Certificate 624 Dimension
    `,
  },
  {
    path: 'Line/Item/BuyersItemIdentification',
    basic: '571 ExtendedID 572 BarecodeSymbologyID',
    aggregate: '573 PhysicalAttribute 574 MeasurementDimension 575 IssuerParty',
  },
  {
    path: 'Line/Item/SellersItemIdentification',
    basic: '576 ExtendedID 577 BarecodeSymbologyID',
    aggregate: '578 PhysicalAttribute 579 MeasurementDimension 580 IssuerParty',
  },
  {
    path: 'Line/Item/StandardItemIdentification',
    basic: '582 ExtendedID 583 BarecodeSymbologyID',
    aggregate: '584 PhysicalAttribute 585 MeasurementDimension 586 IssuerParty',
  },
  {
    path: 'Line/Item/OriginCountry',
    basic: '591 Name',
  },
  {
    path: 'Line/Item/CommodityClassification',
    basic: '592 NatureCode 593 CargoTypeCode 594 CommodityCode',
  },
  {
    path: 'Line/Item/ClassifiedTaxCategory',
    basic: `
      597 Name 598 BaseUnitMeasure 599 PerUnitAmount 600 TaxExemptionReasonCode 601 TaxExemptionReason 602 TierRange
      603 TierRatePercent
    `,
  },
  {
    path: 'Line/Item/ClassifiedTaxCategory/TaxScheme',
    basic: '604 Name 605 TaxTypeCode 606 CurrencyCode',
    aggregate: '607 JurisdictionRegionAddress',
  },
  {
    path: 'Line/Item/AdditionalItemProperty',
    basic: '608 ID 609 NameCode 610 TestMethod 611 ValueQuantity 612 ValueQualifier 613 ImportanceCode 614 ListValue',
    aggregate: '615 UsabilityPeriod 616 ItemPropertyGroup 617 RangeDimension 618 ItemPropertyRange',
  },
  {
    path: 'Line/Price',
    basic: `
      625 PriceChangeReason 626 PriceTypeCode 627 PriceType 628 OrderableUnitFactorRate 629 ValidityPeriod
      630 PriceList 631 OrderableUnitFactorRate
    `,
    aggregate: '644 PricingExchangeRate',
  },
  {
    path: 'Line/Price/AllowanceCharge',
    basic: `
      632 ID 633 AllowanceChargeReasonCode 634 AllowanceChargeReason 635 MultiplierFactorNumeric 636 PrepaidIndicator
      637 SequenceNumeric 638 AccountingCostCode 639 AccountingCost 640 PerUnitAmount
    `,
    aggregate: '641 TaxCategory 642 TaxTotal 643 PaymentMeans',
  },
];
