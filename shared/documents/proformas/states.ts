import { presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import type { StateTable } from '#shared/documents/common/states.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { Proforma } from '#shared/model/convertible/proforma.ts';

/** Which actions are permitted in which status (PRO-9 to PRO-13). */

export type ProformaAction = 'update' | 'delete' | 'send' | 'accept' | 'reject' | 'cancel' | 'convert';

const CLOSED = { converted: 'already_converted', cancelled: 'cancelled' } as const;

export const PROFORMA_STATES: StateTable<Proforma, ProformaAction> = {
  noun: KINDS.proforma.noun,
  allowed: {
    update: ['draft'],
    delete: ['draft'],
    send: ['draft'],
    accept: ['draft', 'sent'],
    reject: ['draft', 'sent'],
    cancel: ['draft', 'sent', 'accepted', 'rejected'],
    convert: ['draft', 'sent', 'accepted'],
  },
  reasons: {
    send: { sent: 'already_sent', accepted: 'already_accepted', rejected: 'already_rejected', ...CLOSED },
    accept: { accepted: 'already_accepted', rejected: 'already_rejected', ...CLOSED },
    reject: { accepted: 'already_accepted', rejected: 'already_rejected', ...CLOSED },
    cancel: { converted: 'already_converted', cancelled: 'already_cancelled' },
    convert: { rejected: 'rejected', ...CLOSED },
  },
  otherwise: {
    update: 'not_editable',
    delete: 'not_draft',
    send: 'not_draft',
    accept: 'not_editable',
    reject: 'not_editable',
    cancel: 'not_cancellable',
    convert: 'not_convertible',
  },
  stamps: proforma => ({
    sentAt: presentInstantOrNull(proforma.sentAt),
    acceptedAt: presentInstantOrNull(proforma.acceptedAt),
    rejectedAt: presentInstantOrNull(proforma.rejectedAt),
    cancelledAt: presentInstantOrNull(proforma.cancelledAt),
    convertedAt: presentInstantOrNull(proforma.convertedAt),
    convertedInvoiceId: proforma.convertedInvoiceId,
  }),
};
