import { beforeAll } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import type { Invoice, RecurringInvoice } from '../../support/contract.ts';
import { call, lastingTrader } from '../../support/invoices.ts';
import { recurringIn, type Recurring } from '../../support/recurring/templates.ts';
import type { Service } from '../../support/service.ts';

/** Shared by tests of the generation of recurring invoices. */
export function useGeneration(service: () => Service) {
  const scope = {} as Recurring;

  beforeAll(async () => {
    Object.assign(scope, await recurringIn(service(), await lastingTrader(service())));
  });

  const run = async (): Promise<void> => {
    await expecting(202, 'The schedule', service().api('POST', '/_local/schedules/recurring-invoices/run'));
    await service().idle();
  };
  const read = async (uuid: string) =>
    (await call<RecurringInvoice>(service(), scope, 'GET', `/recurring-invoices/${uuid}`)).body;
  const invoiceOf = async ({ lastInvoiceId }: RecurringInvoice) =>
    (await call<Invoice>(service(), scope, 'GET', `/invoices/${lastInvoiceId}`)).body;

  return { scope, run, read, invoiceOf };
}
