import type { Unused } from './unused-document.ts';

/**
 * Elements of UBL that EN 16931 does not use, with the numbers of their rules (UBL-CR-number), by the path of the parent:
 * seller, buyer, payee and tax representative.
 * Numbers and names are those of the official set, with its misnamed elements (wrong spelling or namespace), which never occur.
 */
export const UNUSED_IN_PARTIES: readonly Unused[] = [
  {
    path: 'AccountingSupplierParty',
    basic: '138 CustomerAssignedAccountID 139 AdditionalAccountID 140 DataSendingCapability',
    aggregate: '198 DespatchContact 199 AccountingContact 200 SellerContact',
  },
  {
    path: 'AccountingSupplierParty/Party',
    basic: `
      141 MarkCareIndicator 142 MarkAttentionIndicator 143 WebsiteURI 144 LogoReferenceID
      145 IndustryClassificationCode
    `,
    aggregate: `
      146 Language 168 PhysicalLocation 193 Person 194 AgentParty 195 ServiceProviderParty 196 PowerOfAttorney
      197 FinancialAccount
    `,
  },
  {
    path: 'AccountingSupplierParty/Party/PostalAddress',
    basic: `
      147 ID 148 AddressTypeCode 149 AddressFormatCode 150 Postbox 151 Floor 152 Room 153 BlockName 154 BuildingName
      155 BuildingNumber 156 InhouseMail 157 Department 158 MarkAttention 159 MarkCare 160 PlotIdentification
      161 CitySubdivisionName 162 CountrySubentityCode 163 Region 164 District 165 TimezoneOffset
    `,
    aggregate: '167 LocationCoordinate',
  },
  {
    path: 'AccountingSupplierParty/Party/PostalAddress/Country',
    basic: '166 Name',
  },
  {
    path: 'AccountingSupplierParty/Party/PartyTaxScheme',
    basic: '169 RegistrationName 170 TaxLevelCode 171 ExemptionReasonCode 172 ExemptionReason',
    aggregate: '173 RegistrationAddress',
  },
  {
    path: 'AccountingSupplierParty/Party/PartyTaxScheme/TaxScheme',
    basic: '174 Name 175 TaxTypeCode 176 CurrencyCode',
    aggregate: '177 JurisdictionRegionAddress',
  },
  {
    path: 'AccountingSupplierParty/Party/PartyLegalEntity',
    basic: `
      178 RegistrationDate 179 RegistrationExpirationDate 180 CompanyLegalFormCode 181 SoleProprietorshipIndicator
      182 CompanyLiquidationStatusCode 183 CorporateStockAmount 184 FullyPaidSharesIndicator
    `,
    aggregate: '185 RegistrationAddress 186 CorporateRegistrationScheme 187 HeadOfficeParty 188 ShareholderParty',
  },
  {
    path: 'AccountingSupplierParty/Party/Contact',
    basic: '189 ID 190 Telefax 191 Note',
    aggregate: '192 OtherCommunication',
  },
  {
    path: 'AccountingCustomerParty',
    basic: '201 CustomerAssignedAccountID 202 SupplierAssignedAccountID 203 AdditionalAccountID',
    aggregate: '262 DeliveryContact 263 AccountingContact 264 BuyerContact',
  },
  {
    path: 'AccountingCustomerParty/Party',
    basic: `
      204 MarkCareIndicator 205 MarkAttentionIndicator 206 WebsiteURI 207 LogoReferenceID
      208 IndustryClassificationCode
    `,
    aggregate: `
      209 Language 231 PhysicalLocation 257 Person 258 AgentParty 259 ServiceProviderParty 260 PowerOfAttorney
      261 FinancialAccount
    `,
  },
  {
    path: 'AccountingCustomerParty/Party/PostalAddress',
    basic: `
      210 ID 211 AddressTypeCode 212 AddressFormatCode 213 Postbox 214 Floor 215 Room 216 BlockName 217 BuildingName
      218 BuildingNumber 219 InhouseMail 220 Department 221 MarkAttention 222 MarkCare 223 PlotIdentification
      224 CitySubdivisionName 225 CountrySubentityCode 226 Region 227 District 228 TimezoneOffset
    `,
    aggregate: '230 LocationCoordinate',
  },
  {
    path: 'AccountingCustomerParty/Party/PostalAddress/Country',
    basic: '229 Name',
  },
  {
    path: 'AccountingCustomerParty/Party/PartyTaxScheme',
    basic: '232 RegistrationName 233 TaxLevelCode 234 ExemptionReasonCode 235 ExemptionReason',
    aggregate: '236 RegistrationAddress',
  },
  {
    path: 'AccountingCustomerParty/Party/PartyTaxScheme/TaxScheme',
    basic: '237 Name 238 TaxTypeCode 239 CurrencyCode',
    aggregate: '240 JurisdictionRegionAddress',
  },
  {
    path: 'AccountingCustomerParty/Party/PartyLegalEntity',
    basic: `
      241 RegistrationDate 242 RegistrationExpirationDate 243 CompanyLegalFormCode 244 CompanyLegalForm
      245 SoleProprietorshipIndicator 246 CompanyLiquidationStatusCode 247 CorporateStockAmount
      248 FullyPaidSharesIndicator
    `,
    aggregate: '249 RegistrationAddress 250 CorporateRegistrationScheme 251 HeadOfficeParty 252 ShareholderParty',
  },
  {
    path: 'AccountingCustomerParty/Party/Contact',
    basic: '253 ID 254 Telefax 255 Note',
    aggregate: '256 OtherCommunication',
  },
  {
    path: 'PayeeParty',
    basic: `
      265 MarkCareIndicator 266 MarkAttentionIndicator 267 WebsiteURI 268 LogoReferenceID 269 EndpointID
      270 IndustryClassificationCode
    `,
    aggregate: `
      271 Language 272 PostalAddress 273 PhysicalLocation 274 PartyTaxScheme 288 Contact 289 Person 290 AgentParty
      291 ServiceProviderParty 292 PowerOfAttorney 293 FinancialAccount
    `,
  },
  {
    path: 'PayeeParty/PartyLegalEntity',
    basic: `
      275 RegistrationName 276 RegistrationDate 277 RegistrationExpirationDate 278 CompanyLegalFormCode
      279 CompanyLegalForm 280 SoleProprietorshipIndicator 281 CompanyLiquidationStatusCode 282 CorporateStockAmount
      283 FullyPaidSharesIndicator
    `,
    aggregate: '284 RegistrationAddress 285 CorporateRegistrationScheme 286 HeadOfficeParty 287 ShareholderParty',
  },
  {
    path: 'TaxRepresentativeParty',
    basic: `
      296 MarkCareIndicator 297 MarkAttentionIndicator 298 WebsiteURI 299 LogoReferenceID 300 EndpointID
      301 IndustryClassificationCode
    `,
    aggregate: `
      302 PartyIdentification 303 Language 325 PhysicalLocation 335 PartyLegalEntity 336 Contact 337 Person
      338 AgentParty 339 ServiceProviderParty 340 PowerOfAttorney 341 FinancialAccount
    `,
  },
  {
    path: 'TaxRepresentativeParty/PostalAddress',
    basic: `
      304 ID 305 AddressTypeCode 306 AddressFormatCode 307 Postbox 308 Floor 309 Room 310 BlockName 311 BuildingName
      312 BuildingNumber 313 InhouseMail 314 Department 315 MarkAttention 316 MarkCare 317 PlotIdentification
      318 CitySubdivisionName 319 CountrySubentityCode 320 Region 321 District 322 TimezoneOffset
    `,
    aggregate: '324 LocationCoordinate',
  },
  {
    path: 'TaxRepresentativeParty/PostalAddress/Country',
    basic: '323 Name',
  },
  {
    path: 'TaxRepresentativeParty/PartyTaxScheme',
    basic: '326 RegistrationName 327 TaxLevelCode 328 ExemptionReasonCode 329 ExemptionReason',
    aggregate: '330 RegistrationAddress',
  },
  {
    path: 'TaxRepresentativeParty/PartyTaxScheme/TaxScheme',
    basic: '331 Name 332 TaxTypeCode 333 CurrencyCode',
    aggregate: '334 JurisdictionRegionAddress',
  },
  {
    path: 'Delivery/DeliveryParty',
    basic: `
      386 MarkCareIndicator 387 MarkAttentionIndicator 388 WebsiteURI 389 LogoReferenceID 390 EndpointID
      391 IndustryClassificationCode
    `,
    aggregate: `
      392 PartyIdentification 393 Language 394 PostalAddress 395 PhysicalLocation 396 PartyTaxScheme
      397 PartyLegalEntity 398 Contact 399 Person 400 AgentParty 401 ServiceProviderParty 402 PowerOfAttorney
      403 FinancialAccount
    `,
  },
];
