import type * as z from 'zod';
import { presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { presentNumberOrNull } from '#shared/base/kernel/money.ts';
import { deductionOf } from '#shared/model/amounts/deduction.ts';
import type { ManualPurchase } from '#shared/model/purchase/model.ts';
import type { BuyerAnswer, InvoiceDocument } from '#shared/model/invoice.ts';
import type { answerSchema } from './received-schema.ts';

/** The fields that only answers about received documents have, purchases entered by hand among them; undefined for others. */
export function presentReceived(document: InvoiceDocument) {
  const { received, answer, booking, purchase } = document;
  if (!received) return undefined;
  const deduction = deductionOf(document);
  return {
    duplicateOf: received.duplicateOf,
    answer: answer ? presentAnswer(answer) : null,
    expenseCategory: booking?.expenseCategory ?? null,
    expenseAccount: booking?.expenseAccount ?? null,
    vatDeductiblePercent: presentNumberOrNull(booking?.vatDeductiblePercent),
    selfAssessedRate: presentNumberOrNull(booking?.selfAssessedRate ?? null),
    receivedDate: booking?.receivedDate ?? null,
    vatDeductible: presentNumberOrNull(deduction?.vatDeductible),
    vatDeferred: presentNumberOrNull(deduction?.vatDeferred),
    vatSelfAssessed: presentNumberOrNull(deduction?.vatSelfAssessed),
    purchase: purchase ? presentPurchase(purchase) : null,
  };
}

const presentPurchase = ({ kind, customs }: ManualPurchase) => ({
  kind,
  customs: customs
    ? { ...customs, vatLei: presentNumberOrNull(customs.vatLei), baseLei: presentNumberOrNull(customs.baseLei) }
    : null,
});

const presentAnswer = (answer: BuyerAnswer): z.infer<typeof answerSchema> => ({
  id: answer.id,
  response: answer.response,
  reason: answer.reason,
  status: answer.status,
  answeredAt: presentInstant(answer.answeredAt),
  sentAt: presentInstantOrNull(answer.sentAt),
  taxauthUploadIndex: answer.uploadIndex,
  error: answer.error,
});
