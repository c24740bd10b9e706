import type { VatRate } from '../../support/contract.ts';
import { recordCalls } from '../../support/records.ts';
import type { Service } from '../../support/service.ts';

export const vatRatesCalls = (service: () => Service) => recordCalls<VatRate>(service, '/vat-rates');
