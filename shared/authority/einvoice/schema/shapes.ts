/**
 * The children of each UBL 2.1 element, in order (OASIS UBL 2.1: Invoice, CreditNote and common aggregates). Only elements whose
 * content EN 16931 uses are listed. The content of other elements is not checked, because the rules reject or warn about those
 * elements themselves. `?` means at most once, `*` any number, `+` at least once, no mark exactly once.
 */
export const SHAPES: readonly (readonly [elements: string, children: string])[] = [
  [
    'Invoice',
    `
      ext: UBLExtensions? cbc: UBLVersionID? CustomizationID? ProfileID? ProfileExecutionID? ID CopyIndicator? UUID?
      IssueDate IssueTime? DueDate? InvoiceTypeCode? Note* TaxPointDate? DocumentCurrencyCode? TaxCurrencyCode?
      PricingCurrencyCode? PaymentCurrencyCode? PaymentAlternativeCurrencyCode? AccountingCostCode? AccountingCost?
      LineCountNumeric? BuyerReference? cac: InvoicePeriod* OrderReference? BillingReference* DespatchDocumentReference*
      ReceiptDocumentReference* StatementDocumentReference* OriginatorDocumentReference* ContractDocumentReference*
      AdditionalDocumentReference* ProjectReference* Signature* AccountingSupplierParty AccountingCustomerParty PayeeParty?
      BuyerCustomerParty? SellerSupplierParty? TaxRepresentativeParty? Delivery* DeliveryTerms? PaymentMeans* PaymentTerms*
      PrepaidPayment* AllowanceCharge* TaxExchangeRate? PricingExchangeRate? PaymentExchangeRate?
      PaymentAlternativeExchangeRate? TaxTotal* WithholdingTaxTotal* LegalMonetaryTotal InvoiceLine+
    `,
  ],
  [
    'CreditNote',
    `
      ext: UBLExtensions? cbc: UBLVersionID? CustomizationID? ProfileID? ProfileExecutionID? ID CopyIndicator? UUID?
      IssueDate IssueTime? TaxPointDate? CreditNoteTypeCode? Note* DocumentCurrencyCode? TaxCurrencyCode?
      PricingCurrencyCode? PaymentCurrencyCode? PaymentAlternativeCurrencyCode? AccountingCostCode? AccountingCost?
      LineCountNumeric? BuyerReference? cac: InvoicePeriod* DiscrepancyResponse* OrderReference? BillingReference*
      DespatchDocumentReference* ReceiptDocumentReference* ContractDocumentReference* AdditionalDocumentReference*
      StatementDocumentReference* OriginatorDocumentReference* Signature* AccountingSupplierParty AccountingCustomerParty
      PayeeParty? BuyerCustomerParty? SellerSupplierParty? TaxRepresentativeParty? Delivery* DeliveryTerms* PaymentMeans*
      PaymentTerms* TaxExchangeRate? PricingExchangeRate? PaymentExchangeRate? PaymentAlternativeExchangeRate?
      AllowanceCharge* TaxTotal* LegalMonetaryTotal CreditNoteLine+
    `,
  ],
  ['InvoicePeriod', 'cbc: StartDate? StartTime? EndDate? EndTime? DurationMeasure? DescriptionCode* Description*'],
  [
    'OrderReference',
    `
      cbc: ID SalesOrderID? CopyIndicator? UUID? IssueDate? IssueTime? CustomerReference? OrderTypeCode? cac:
      DocumentReference?
    `,
  ],
  [
    'BillingReference',
    `
      cac: InvoiceDocumentReference? SelfBilledInvoiceDocumentReference? CreditNoteDocumentReference?
      SelfBilledCreditNoteDocumentReference? DebitNoteDocumentReference? ReminderDocumentReference?
      AdditionalDocumentReference? BillingReferenceLine*
    `,
  ],
  [
    `
      InvoiceDocumentReference ContractDocumentReference ReceiptDocumentReference DespatchDocumentReference
      OriginatorDocumentReference AdditionalDocumentReference DocumentReference
    `,
    `
      cbc: ID CopyIndicator? UUID? IssueDate? IssueTime? DocumentTypeCode? DocumentType? XPath* LanguageID? LocaleCode?
      VersionID? DocumentStatusCode? DocumentDescription* cac: Attachment? ValidityPeriod? IssuerParty?
      ResultOfVerification?
    `,
  ],
  ['ProjectReference', 'cbc: ID UUID? IssueDate? cac: WorkPhaseReference*'],
  ['Attachment', 'cbc: EmbeddedDocumentBinaryObject? cac: ExternalReference?'],
  [
    'ExternalReference',
    `
      cbc: URI? DocumentHash? HashAlgorithmMethod? ExpiryDate? ExpiryTime? MimeCode? FormatCode? EncodingCode?
      CharacterSetCode? FileName? Description*
    `,
  ],
  [
    'AccountingSupplierParty',
    `
      cbc: CustomerAssignedAccountID? AdditionalAccountID* DataSendingCapability? cac: Party? DespatchContact?
      AccountingContact? SellerContact?
    `,
  ],
  [
    'AccountingCustomerParty',
    `
      cbc: CustomerAssignedAccountID? SupplierAssignedAccountID? AdditionalAccountID* cac: Party? DeliveryContact?
      AccountingContact? BuyerContact?
    `,
  ],
  [
    'Party PayeeParty TaxRepresentativeParty DeliveryParty',
    `
      cbc: MarkCareIndicator? MarkAttentionIndicator? WebsiteURI? LogoReferenceID? EndpointID? IndustryClassificationCode?
      cac: PartyIdentification* PartyName* Language? PostalAddress? PhysicalLocation? PartyTaxScheme* PartyLegalEntity*
      Contact? Person* AgentParty? ServiceProviderParty* PowerOfAttorney* FinancialAccount?
    `,
  ],
  ['PartyIdentification', 'cbc: ID'],
  ['PartyName', 'cbc: Name'],
  [
    'PostalAddress Address',
    `
      cbc: ID? AddressTypeCode? AddressFormatCode? Postbox? Floor? Room? StreetName? AdditionalStreetName? BlockName?
      BuildingName? BuildingNumber? InhouseMail? Department? MarkAttention? MarkCare? PlotIdentification?
      CitySubdivisionName? CityName? PostalZone? CountrySubentity? CountrySubentityCode? Region? District? TimezoneOffset?
      cac: AddressLine* Country? LocationCoordinate*
    `,
  ],
  ['AddressLine', 'cbc: Line'],
  ['Country OriginCountry', 'cbc: IdentificationCode? Name?'],
  [
    'PartyTaxScheme',
    `
      cbc: RegistrationName? CompanyID? TaxLevelCode? ExemptionReasonCode? ExemptionReason* cac: RegistrationAddress?
      TaxScheme
    `,
  ],
  ['TaxScheme', 'cbc: ID? Name? TaxTypeCode? CurrencyCode? cac: JurisdictionRegionAddress*'],
  [
    'PartyLegalEntity',
    `
      cbc: RegistrationName? CompanyID? RegistrationDate? RegistrationExpirationDate? CompanyLegalFormCode?
      CompanyLegalForm? SoleProprietorshipIndicator? CompanyLiquidationStatusCode? CorporateStockAmount?
      FullyPaidSharesIndicator? cac: RegistrationAddress? CorporateRegistrationScheme? HeadOfficeParty? ShareholderParty*
    `,
  ],
  ['Contact', 'cbc: ID? Name? Telephone? Telefax? ElectronicMail? Note* cac: OtherCommunication*'],
  [
    'Delivery',
    `
      cbc: ID? Quantity? MinimumQuantity? MaximumQuantity? ActualDeliveryDate? ActualDeliveryTime? LatestDeliveryDate?
      LatestDeliveryTime? ReleaseID? TrackingID? cac: DeliveryAddress? DeliveryLocation? AlternativeDeliveryLocation?
      RequestedDeliveryPeriod? PromisedDeliveryPeriod? EstimatedDeliveryPeriod? CarrierParty? DeliveryParty? NotifyParty*
      Despatch? DeliveryTerms* MinimumDeliveryUnit? MaximumDeliveryUnit? Shipment?
    `,
  ],
  [
    'DeliveryLocation',
    `
      cbc: ID? Description* Conditions* CountrySubentity? CountrySubentityCode? LocationTypeCode? InformationURI? Name? cac:
      ValidityPeriod* Address? SubsidiaryLocation* LocationCoordinate*
    `,
  ],
  [
    'PaymentMeans',
    `
      cbc: ID? PaymentMeansCode PaymentDueDate? PaymentChannelCode? InstructionID? InstructionNote* PaymentID* cac:
      CardAccount? PayerFinancialAccount? PayeeFinancialAccount? CreditAccount? PaymentMandate? TradeFinancing?
    `,
  ],
  [
    'CardAccount',
    `
      cbc: PrimaryAccountNumberID NetworkID CardTypeCode? ValidityStartDate? ExpiryDate? IssuerID? IssueNumberID? CV2ID?
      CardChipCode? ChipApplicationID? HolderName?
    `,
  ],
  [
    'PayeeFinancialAccount PayerFinancialAccount',
    `
      cbc: ID? Name? AliasName? AccountTypeCode? AccountFormatCode? CurrencyCode? PaymentNote* cac:
      FinancialInstitutionBranch? Country?
    `,
  ],
  ['FinancialInstitutionBranch', 'cbc: ID? Name? cac: FinancialInstitution? Address?'],
  [
    'PaymentMandate',
    `
      cbc: ID? MandateTypeCode? MaximumPaymentInstructionsNumeric? MaximumPaidAmount? SignatureID? cac: PayerParty?
      PayerFinancialAccount? ValidityPeriod? PaymentReversalPeriod? Clause*
    `,
  ],
  [
    'PaymentTerms',
    `
      cbc: ID? PaymentMeansID* PrepaidPaymentReferenceID? Note* ReferenceEventCode? SettlementDiscountPercent?
      PenaltySurchargePercent? PaymentPercent? Amount? SettlementDiscountAmount? PenaltyAmount? PaymentTermsDetailsURI?
      PaymentDueDate? InstallmentDueDate? InvoicingPartyReference? cac: SettlementPeriod? PenaltyPeriod? ExchangeRate?
      ValidityPeriod?
    `,
  ],
  [
    'AllowanceCharge',
    `
      cbc: ID? ChargeIndicator AllowanceChargeReasonCode? AllowanceChargeReason* MultiplierFactorNumeric? PrepaidIndicator?
      SequenceNumeric? Amount BaseAmount? AccountingCostCode? AccountingCost? PerUnitAmount? cac: TaxCategory* TaxTotal?
      PaymentMeans*
    `,
  ],
  [
    'TaxCategory ClassifiedTaxCategory',
    `
      cbc: ID? Name? Percent? BaseUnitMeasure? PerUnitAmount? TaxExemptionReasonCode? TaxExemptionReason* TierRange?
      TierRatePercent? cac: TaxScheme
    `,
  ],
  ['TaxTotal', 'cbc: TaxAmount RoundingAmount? TaxEvidenceIndicator? TaxIncludedIndicator? cac: TaxSubtotal*'],
  [
    'TaxSubtotal',
    `
      cbc: TaxableAmount? TaxAmount CalculationSequenceNumeric? TransactionCurrencyTaxAmount? Percent? BaseUnitMeasure?
      PerUnitAmount? TierRange? TierRatePercent? cac: TaxCategory
    `,
  ],
  [
    'LegalMonetaryTotal',
    `
      cbc: LineExtensionAmount? TaxExclusiveAmount? TaxInclusiveAmount? AllowanceTotalAmount? ChargeTotalAmount?
      PrepaidAmount? PayableRoundingAmount? PayableAmount PayableAlternativeAmount?
    `,
  ],
  [
    'InvoiceLine',
    `
      cbc: ID UUID? Note* InvoicedQuantity? LineExtensionAmount TaxPointDate? AccountingCostCode? AccountingCost?
      PaymentPurposeCode? FreeOfChargeIndicator? cac: InvoicePeriod* OrderLineReference* DespatchLineReference*
      ReceiptLineReference* BillingReference* DocumentReference* PricingReference? OriginatorParty? Delivery* PaymentTerms*
      AllowanceCharge* TaxTotal* WithholdingTaxTotal* Item Price? DeliveryTerms? SubInvoiceLine* ItemPriceExtension?
    `,
  ],
  [
    'CreditNoteLine',
    `
      cbc: ID UUID? Note* CreditedQuantity? LineExtensionAmount? TaxPointDate? AccountingCostCode? AccountingCost?
      PaymentPurposeCode? FreeOfChargeIndicator? cac: InvoicePeriod* OrderLineReference* DiscrepancyResponse*
      DespatchLineReference* ReceiptLineReference* BillingReference* DocumentReference* PricingReference? OriginatorParty?
      Delivery* PaymentTerms* TaxTotal* AllowanceCharge* Item? Price? DeliveryTerms* SubCreditNoteLine* ItemPriceExtension?
    `,
  ],
  ['OrderLineReference', 'cbc: LineID SalesOrderLineID? UUID? LineStatusCode? cac: OrderReference?'],
  [
    'Item',
    `
      cbc: Description* PackQuantity? PackSizeNumeric? CatalogueIndicator? Name? HazardousRiskIndicator?
      AdditionalInformation* Keyword* BrandName* ModelName* cac: BuyersItemIdentification? SellersItemIdentification?
      ManufacturersItemIdentification* StandardItemIdentification? CatalogueItemIdentification?
      AdditionalItemIdentification* CatalogueDocumentReference? ItemSpecificationDocumentReference* OriginCountry?
      CommodityClassification* TransactionConditions* HazardousItem* ClassifiedTaxCategory* AdditionalItemProperty*
      ManufacturerParty* InformationContentProviderParty? OriginAddress* ItemInstance* Certificate* Dimension*
    `,
  ],
  [
    'BuyersItemIdentification SellersItemIdentification StandardItemIdentification',
    `
      cbc: ID ExtendedID? BarcodeSymbologyID? cac: PhysicalAttribute* MeasurementDimension* IssuerParty?
    `,
  ],
  ['CommodityClassification', 'cbc: NatureCode? CargoTypeCode? CommodityCode? ItemClassificationCode?'],
  [
    'AdditionalItemProperty',
    `
      cbc: ID? Name NameCode? TestMethod? Value? ValueQuantity? ValueQualifier* ImportanceCode? ListValue* cac:
      UsabilityPeriod? ItemPropertyGroup* RangeDimension? ItemPropertyRange?
    `,
  ],
  [
    'Price',
    `
      cbc: PriceAmount BaseQuantity? PriceChangeReason* PriceTypeCode? PriceType? OrderableUnitFactorRate? cac:
      ValidityPeriod* PriceList? AllowanceCharge* PricingExchangeRate?
    `,
  ],
];
