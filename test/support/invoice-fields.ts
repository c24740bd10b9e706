import { addDays } from '#shared/base/kernel/dates.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { namesOf, TEXT_FIELDS, type TextFieldName } from '#shared/model/invoice-fields.ts';

/** Bodies with all fields of the contract (INV-12 to INV-17). */

/** Each text field with its name as its text. */
const TEXTS = Object.fromEntries(namesOf(TEXT_FIELDS).map(name => [name, name])) as Record<TextFieldName, string>;

/** Every field of the body that is stored unchanged, except references. */
export const FIELDS = {
  ...TEXTS,
  receiverName: 'Receptor SRL',
  receiverCif: 'RO 111 222',
  receiverAddress: 'Str. Mare 1',
  receiverCity: 'Brașov',
  receiverCounty: 'Brașov',
  receiverCountry: 'RO',
  dueDate: addDays(today(), 30),
  currency: 'EUR',
  exchangeRate: 5.091234,
  invoiceTypeCode: '384',
  notes: 'Notă',
  paymentMethod: 'cheque',
  mentions: 'Mențiuni',
  language: 'en',
  tvaLaIncasare: true,
  platitorTva: true,
  plataOnline: true,
  isAdvance: true,
  showClientBalance: true,
  clientBalanceExisting: '150.50',
  clientBalanceOverdue: '-20.00',
  taxPointDate: today(),
  taxPointDateCode: '35',
  payeeBankAccount: 'RO83EXMP0000456789012345',
  penaltyEnabled: true,
  penaltyPercentPerDay: 0.1,
  penaltyGraceDays: 5,
};

/** Document-level `ublExtensions` with every key. */
export const EXTENSIONS = {
  invoicePeriod: { startDate: '2026-01-01', endDate: '2026-01-31', descriptionCode: '3' },
  delivery: {
    actualDeliveryDate: '2026-01-15',
    deliveryAddress: { streetName: 'Str. Lungă 1', cityName: 'Brașov', countrySubentity: 'RO-BV', countryCode: 'RO' },
  },
  allowanceCharges: [
    {
      ...{ chargeIndicator: false, amount: '10.00', taxCategoryCode: 'S', taxRate: '21.00', reasonCode: '95' },
      ...{ reason: 'Discount', baseAmount: '100.00', multiplierFactorNumeric: '10' },
    },
  ],
  prepaidAmount: '5.50',
  additionalDocumentReferences: [{ id: 'A-1', documentTypeCode: '130', documentDescription: 'Contor' }],
  taxExemptionReason: 'Scutit',
  taxExemptionReasonCode: 'VATEX-EU-132',
};

/** Line-level `ublExtensions` with every key. */
export const LINE_EXTENSIONS = {
  invoicePeriod: { startDate: '2026-01-01', endDate: '2026-01-02' },
  allowanceCharges: [
    {
      chargeIndicator: true,
      amount: '1.25',
      reasonCode: 'FC',
      reason: 'Transport',
      baseAmount: '10',
      multiplierFactorNumeric: '12.5',
    },
  ],
  additionalItemProperties: [{ name: 'Culoare', value: 'nuc' }],
  originCountry: 'RO',
  taxExemptionReason: 'Scutit',
  taxExemptionReasonCode: 'VATEX-EU-132',
};
