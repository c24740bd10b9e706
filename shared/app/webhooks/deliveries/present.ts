import { presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { inKeyOrder } from '#shared/base/kernel/records.ts';
import type { DeliveryRow, SentDelivery, WebhookDelivery } from './store.ts';

/** Deliveries as responses show them (WHK-42 to WHK-44). */

export const presentSummary = ({ id, eventType, status, responseCode, durationMs, deliveredAt, attempt }: DeliveryRow) => ({
  uuid: id,
  eventType,
  status,
  responseCode,
  durationMs,
  deliveredAt: presentInstant(deliveredAt),
  attempt,
});

export const presentDelivery = ({
  id,
  webhookId,
  eventType,
  status,
  attempt,
  request,
  answer,
  nextRetryAt,
}: WebhookDelivery) => ({
  uuid: id,
  webhookUuid: webhookId,
  eventType,
  status,
  attempt,
  requestUrl: request?.url ?? null,
  requestMethod: 'POST' as const,
  requestHeaders: inKeyOrder(request?.headers) ?? null,
  requestPayload: request?.payload ?? null,
  responseCode: answer?.responseCode ?? 0,
  responseHeaders: inKeyOrder(answer?.responseHeaders) ?? null,
  responseBody: answer?.responseBody ?? null,
  durationMs: answer?.durationMs ?? 0,
  errorMessage: answer?.errorMessage ?? null,
  deliveredAt: presentInstantOrNull(answer?.deliveredAt),
  nextRetryAt: presentInstantOrNull(nextRetryAt),
});

/** The response to a test delivery. */
export const presentTest = ({ id, eventType, status, request, answer }: SentDelivery) => ({
  deliveryUuid: id,
  status,
  eventType,
  requestPayload: request.payload,
  requestHeaders: inKeyOrder(request.headers),
  responseCode: answer.responseCode,
  responseBody: answer.responseBody?.slice(0, 1024) ?? null,
  durationMs: answer.durationMs,
  deliveredAt: presentInstant(answer.deliveredAt),
});
