import { instantIn } from '#shared/base/kernel/clock.ts';
import { scheduleEmail } from '#shared/output/mail/documents/schedule.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { transact } from '#shared/platform/store/transact.ts';
import type { Service } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { emailCalls } from './calls.ts';
import { invoiceEmailsCalls } from './scheduled-calls.ts';

/** Requests of these tests. */
export function scheduledCalls(service: () => Service) {
  const trader = useTrader({ service, lasting: true });
  const { scope, request, act, remove, draft, issued, detailOf, newTrader } = trader;
  const { runTwice } = invoiceEmailsCalls(service);
  const { history } = emailCalls(service, trader);

  /** An issued invoice whose mail is to be sent in an hour. */
  async function scheduled(): Promise<string> {
    const { id } = await issued();
    await transact([scheduleEmail(KINDS.invoice, { companyId: scope.company, documentId: id, at: instantIn(3600) })]);
    return id;
  }
  return { scope, request, act, remove, draft, issued, detailOf, newTrader, history, runTwice, scheduled };
}
