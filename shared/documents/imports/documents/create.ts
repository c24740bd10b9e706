import { createWrites } from '#shared/documents/common/store.ts';
import { newEvent, personOf } from '#shared/documents/common/timeline.ts';
import { requireOpenPeriod } from '#shared/documents/fiscal/period-lock.ts';
import { linked, readNamed } from '#shared/documents/invoices/received/link.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { recordedPayment } from '#shared/documents/payments/events.ts';
import { paymentWrites } from '#shared/documents/payments/writes.ts';
import { settledBy } from '#shared/model/amounts/payment-state.ts';
import type { Company } from '#shared/model/company.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { onceMore } from '../once-more.ts';
import type { Made } from '../plan.ts';
import type { ImportedDocument } from './document.ts';
import { alreadyImported, importedPartner, numberTaken, readImportedNumbers, takenWrite } from './numbers.ts';
import { invalidFields } from '#shared/base/kernel/errors.ts';

/**
 * Stores an imported invoice with what was paid of it, in one transaction with its numbers. One that is there by now is skipped.
 *
 * @throws 422 when another invoice has its number by now, and as `requireOpenPeriod`
 */
export const createImported = (company: Company, { document: planned, payments }: ImportedDocument, by: Actor): Promise<Made> =>
  onceMore(
    async attempt => {
      const numbers = await readImportedNumbers(company.id, planned);
      const first = alreadyImported(numbers, planned.issueDate);
      if (first !== null) return { outcome: 'skipped', id: first, message: thereAlready(planned) };
      const taken = numberTaken(numbers);
      if (taken) throw invalidFields({ number: [taken] });
      const named = await readNamed(
        company.id,
        { direction: planned.direction, partner: importedPartner(planned.client) },
        planned,
      );
      const { document: found, changes, events, writes } = await linked(planned, numbers.own, named, payments);
      const added = found.notDue ? payments : [];
      const { after, writes: locked } = await requireOpenPeriod({ company, attempt }, { before: null, after: found, added });
      const created = {
        event: newEvent('created', 'synced', 'Imported: issued with another program', personOf(by)),
        webhooks: [invoiceNotification('invoice.created', after)],
      };
      const unpaid = settledBy(after, []);
      await transact([
        ...createWrites(
          INVOICES,
          after,
          [created, ...payments.map(payment => recordedPayment(unpaid, after, payment, by)), ...events],
          changes,
        ),
        ...payments.flatMap(payment => paymentWrites(after, payment)),
        takenWrite(after),
        ...writes,
        ...locked,
      ]);
      return { outcome: 'made', id: after.id, message: null };
    },
    () => Promise.resolve(undefined),
  );

/** Why an invoice is skipped. */
export const thereAlready = ({ number, issueDate }: { number: string; issueDate: string }): string =>
  `The company has the invoice ${number} of ${issueDate} to this client already.`;
