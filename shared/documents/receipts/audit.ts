import type { AuditedKind } from '#shared/documents/common/audited-kind.ts';
import { RECEIPT_KINDS, RECEIPTS } from '#shared/model/kinds.ts';
import type { Receipt } from '#shared/model/receipts/receipt.ts';
import type { DocumentEvent } from '#shared/model/timeline.ts';
import { readReceipt, receiptHash, receiptSeal } from './store.ts';

/** Lets the audit of series read receipts: what was issued must have the hash that the register of numbers has, and all of it its seal. */
export const AUDITED_RECEIPTS: readonly AuditedKind[] = RECEIPT_KINDS.map(kind => ({
  seriesTypes: [RECEIPTS[kind].seriesType],
  read: async (company, id) => {
    const receipt = await readReceipt(company, id);
    if (!receipt) return undefined;
    return {
      document: {
        ...{ id, number: receipt.number, status: receipt.status, issueDate: receipt.date, issuedAt: receipt.createdAt },
        ...{ currency: 'RON', total: receipt.amount, receiverName: receipt.partner.name, receiverCif: receipt.partner.cif },
        ...{ cancelledAt: receipt.cancelledAt, cancellationReason: receipt.cancellationReason },
      },
      events: eventsOf(receipt),
      kind: RECEIPTS[receipt.kind],
      problems:
        receiptHash(receipt) === receipt.hash && receiptSeal(receipt) === receipt.seal
          ? []
          : ['The document was changed outside of the service.'],
    };
  },
}));

/** What happened to a receipt, which stores no timeline. The issue alone has a hash: the one that the register knows. */
function eventsOf(receipt: Receipt): DocumentEvent[] {
  const {
    seriesId: id,
    sequence,
    previousHash,
    hash,
    createdAt,
    createdBy,
    cancelledAt,
    cancelledBy,
    cancellationReason,
  } = receipt;
  const issue: DocumentEvent = {
    ...{ id: '1', type: 'issued', status: 'issued', timestamp: createdAt, user: createdBy, details: 'Issued', metadata: null },
    ...{ series: { id, sequence, previousHash }, hash },
  };
  if (cancelledAt === null) return [issue];
  const metadata = { reason: cancellationReason };
  return [
    issue,
    {
      ...{ id: '2', type: 'cancelled', status: 'cancelled', timestamp: cancelledAt, user: cancelledBy, details: 'Cancelled' },
      metadata,
    },
  ];
}
