import type * as z from 'zod';
import { presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { presentNumber } from '#shared/base/kernel/money.ts';
import { pageFrom } from '#shared/platform/lambda/endpoint/request.ts';
import type { Receipt } from '#shared/model/receipts/receipt.ts';
import { leiInWords } from '#shared/model/receipts/words.ts';
import type { IssuedReceipt } from './issue.ts';
import type { ReceiptsQuery } from './input.ts';
import type { receiptSchema } from './schema.ts';

/** The JSON of receipts (RCT-8). */

const person = ({ id, name }: Receipt['createdBy']) => ({ id, name });

export const presentReceipt = (receipt: Receipt): z.infer<typeof receiptSchema> => ({
  ...{ id: receipt.id, uuid: receipt.id, kind: receipt.kind, status: receipt.status },
  ...{ number: receipt.number, seriesId: receipt.seriesId, date: receipt.date },
  ...{ amount: presentNumber(receipt.amount), amountInWords: leiInWords(receipt.amount), currency: 'RON' },
  clientId: receipt.clientId,
  payer: { name: receipt.partner.name, cif: receipt.partner.cif, address: receipt.partner.address },
  documents: receipt.documents.map(one => ({ ...one, amount: presentNumber(one.amount) })),
  allocationId: receipt.allocationId,
  notes: receipt.notes,
  cancelledAt: presentInstantOrNull(receipt.cancelledAt),
  cancelledBy: receipt.cancelledBy && person(receipt.cancelledBy),
  cancellationReason: receipt.cancellationReason,
  createdBy: person(receipt.createdBy),
  createdAt: presentInstant(receipt.createdAt),
  updatedAt: presentInstant(receipt.updatedAt),
});

export const presentIssued = ({ receipt, warnings }: IssuedReceipt): z.infer<typeof receiptSchema> => ({
  ...presentReceipt(receipt),
  ...(warnings.length > 0 && { warnings }),
});

/** A page of the receipts of a period, the latest first. */
export const presentReceipts = (receipts: readonly Receipt[], query: ReceiptsQuery) =>
  pageFrom(
    receipts
      .filter(one => (query.kind ?? one.kind) === one.kind && (query.clientId ?? one.clientId) === one.clientId)
      .toReversed(),
    query,
    presentReceipt,
  );
