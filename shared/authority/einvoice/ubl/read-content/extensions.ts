import { decimal } from '#shared/base/kernel/money.ts';
import { contentAddress } from './party.ts';
import { defined, knownCategory, orNone, orNull } from './values.ts';
import type { AllowanceCharge, DocumentExtensions } from '#shared/model/extensions.ts';
import type { ReadAdjustment, ReadDelivery, ReadInvoice, ReadPeriod } from '../read/model.ts';

/** The fields of the document under `ublExtensions`; null if there are none. */
export function contentExtensions(read: ReadInvoice): DocumentExtensions | null {
  const exempt = read.vatGroups.find(group => group.category === 'E');
  return orNull<DocumentExtensions>({
    invoicePeriod: contentPeriod(read.period),
    delivery: contentDelivery(read.delivery),
    allowanceCharges: orNone(
      read.adjustments.map(entry => ({
        ...contentAdjustment(entry),
        taxCategoryCode: knownCategory(entry.category),
        taxRate: entry.rate,
      })),
    ),
    prepaidAmount: decimal(read.totals.prepaid).eq(0) ? undefined : read.totals.prepaid,
    additionalDocumentReferences: orNone(
      read.documents.map(({ id, description }) => defined({ id, documentDescription: description ?? undefined })),
    ),
    // The reasons of the other categories are stored with their lines (lines.ts).
    taxExemptionReason: exempt?.exemptionReason ?? undefined,
    taxExemptionReasonCode: exempt?.exemptionCode ?? undefined,
  });
}

export const contentPeriod = (
  period: ReadPeriod | null,
): { startDate?: string | undefined; endDate?: string | undefined } | undefined =>
  period ? defined({ startDate: period.startDate ?? undefined, endDate: period.endDate ?? undefined }) : undefined;

/** An allowance or charge in the shape of the request. */
export const contentAdjustment = (entry: ReadAdjustment): AllowanceCharge =>
  defined<AllowanceCharge>({
    chargeIndicator: entry.isCharge,
    amount: entry.amount,
    reasonCode: entry.reasonCode ?? undefined,
    reason: entry.reason ?? undefined,
    baseAmount: entry.base ?? undefined,
    multiplierFactorNumeric: entry.percent ?? undefined,
  });

function contentDelivery(delivery: ReadDelivery | null): DocumentExtensions['delivery'] {
  if (!delivery?.date && !delivery?.address) return undefined;
  const { address } = delivery;
  const place = address && contentAddress(address);
  return defined({
    actualDeliveryDate: delivery.date ?? undefined,
    deliveryAddress:
      address && place
        ? defined({
            streetName: place.address ?? undefined,
            cityName: place.city ?? undefined,
            countrySubentity: place.county ?? undefined,
            countryCode: address.country ?? undefined,
          })
        : undefined,
  });
}
