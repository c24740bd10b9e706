import { addDays } from '#shared/base/kernel/dates.ts';
import { today } from '#shared/base/kernel/clock.ts';

/** Bodies with all fields of the contract (INV-12 to INV-17). */

/** Every field of the body that is stored unchanged, except references. */
export const FIELDS = {
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
  paymentTerms: '30 de zile',
  paymentMethod: 'cheque',
  deliveryLocation: 'Depozit',
  projectReference: 'P-1',
  orderNumber: 'C-2',
  contractNumber: 'K-3',
  issuerName: 'Ana',
  issuerId: 'CJ 123456',
  mentions: 'Mențiuni',
  internalNote: 'Intern',
  salesAgent: 'Agent',
  deputyName: 'Delegat',
  deputyIdentityCard: 'CJ 654321',
  deputyAuto: 'CJ 01 ABC',
  language: 'en',
  tvaLaIncasare: true,
  platitorTva: true,
  plataOnline: true,
  showClientBalance: true,
  clientBalanceExisting: '150.50',
  clientBalanceOverdue: '-20.00',
  taxPointDate: today(),
  taxPointDateCode: '35',
  buyerReference: 'BT-10',
  receivingAdviceReference: 'BT-15',
  despatchAdviceReference: 'BT-16',
  tenderOrLotReference: 'BT-17',
  invoicedObjectIdentifier: 'BT-18',
  buyerAccountingReference: 'BT-19',
  businessProcessType: 'BT-23',
  payeeName: 'BT-59',
  payeeIdentifier: 'BT-60',
  payeeLegalRegistrationIdentifier: 'BT-61',
  payeeBankAccount: 'RO83EXMP0000456789012345',
  payeeBankName: 'Banca Exemplu',
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
