import { beforeAll, expect, it } from 'vitest';
import { createWrites } from '#shared/documents/common/store.ts';
import { INVOICE_LIST } from '#shared/documents/invoices/list/definition.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { compact } from '#shared/documents/lists/compact.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { transact } from '#shared/platform/store/transact.ts';
import type { Invoice } from '../../support/contract.ts';
import { renameListFile } from '../../support/lists/rename-file.ts';
import { reminderCalls } from '../../support/reminders/calls.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';

const service = useOwnService();
const { scope, act, inForce } = useTrader({ service, lasting: true });
const { enable, offsets, turnTo } = reminderCalls(service);

/** More than the number of changes after which a list gets a file. */
const OTHERS = 110;

beforeAll(() => void service().runtime.clock.freeze(true));

it('the reminders of a company whose list is a file are those of the file and of the changes since', async () => {
  const company = scope.company;
  const dueDate = addDays(today(), 5);
  const [owed, alsoOwed, paid] = [await inForce({ dueDate }), await inForce({ dueDate }), await inForce({ dueDate })];
  const stored = await readInvoice(company, owed.id);
  if (!stored) throw new Error('The invoice is not stored.');
  for (let place = 0; place < OTHERS; place++) {
    const other = { ...stored.document, id: newId(), number: `L-${place}`, dueDate: addDays(dueDate, 100), version: 1 };
    await transact(createWrites(INVOICES, other, []));
  }
  await service().advance('PT11M');
  await compact(INVOICE_LIST, company);
  expect((await act(paid.id, 'payments', { amount: paid.balance, paymentDate: today() })).status).toBe(201);
  const late = await inForce({ dueDate });
  await enable(scope, { offsets: [1] });
  await turnTo(addDays(dueDate, 1), '08:59');
  await renameListFile(KINDS.invoice, company);
  await turnTo(addDays(dueDate, 1), '09:00');
  const reminded = (invoice: Pick<Invoice, 'id'>) => offsets(scope, invoice.id);
  expect(await Promise.all([owed, alsoOwed, late, paid].map(reminded))).toEqual([[1], [1], [1], []]);
});
