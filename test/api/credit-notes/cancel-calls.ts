import type { CreditNote } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';

/** Requests of these tests. */
export function cancelCalls() {
  const { act, inForce, detailOf, become, creditBody, sendCredit, creditIssued, credited, creditNoteOf } = useTrader({
    connected: true,
  });
  const cancel = (id: string) => act<CreditNote>(id, 'cancel', { reason: 'Credited by mistake' });
  return { act, inForce, detailOf, become, creditBody, sendCredit, creditIssued, credited, creditNoteOf, cancel };
}
