import type { StatedVatCategory } from './vat/categories.ts';

/** Further data of an e-invoice: `ublExtensions` (TAX-45). */

export interface AllowanceCharge {
  /** false = allowance (discount), true = charge. */
  chargeIndicator: boolean;
  amount: string;
  reasonCode?: string | undefined;
  reason?: string | undefined;
  baseAmount?: string | undefined;
  multiplierFactorNumeric?: string | undefined;
}

export interface DocumentAllowanceCharge extends AllowanceCharge {
  taxCategoryCode: StatedVatCategory;
  taxRate: string;
}

export interface DocumentExtensions {
  invoicePeriod?:
    { startDate?: string | undefined; endDate?: string | undefined; descriptionCode?: string | undefined } | undefined;
  delivery?:
    | {
        actualDeliveryDate?: string | undefined;
        deliveryAddress?:
          | {
              streetName?: string | undefined;
              cityName?: string | undefined;
              countrySubentity?: string | undefined;
              countryCode?: string | undefined;
            }
          | undefined;
      }
    | undefined;
  allowanceCharges?: DocumentAllowanceCharge[] | undefined;
  /** BT-113: lowers the amount to pay (amounts/payable.ts), but not the stored totals. */
  prepaidAmount?: string | undefined;
  additionalDocumentReferences?:
    { id: string; documentTypeCode?: string | undefined; documentDescription?: string | undefined }[] | undefined;
  /** Exemption reason for lines of category E that state none (BT-120, BT-121). */
  taxExemptionReason?: string | undefined;
  taxExemptionReasonCode?: string | undefined;
}

export interface LineExtensions {
  invoicePeriod?: { startDate?: string | undefined; endDate?: string | undefined } | undefined;
  allowanceCharges?: AllowanceCharge[] | undefined;
  additionalItemProperties?: { name: string; value: string }[] | undefined;
  originCountry?: string | undefined;
  taxExemptionReason?: string | undefined;
  taxExemptionReasonCode?: string | undefined;
}
