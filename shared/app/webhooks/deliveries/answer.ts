import { instant } from '#shared/base/kernel/clock.ts';
import type { WebhookAnswer } from '#shared/output/webhooks/post/post.ts';
import type { Answered } from './store.ts';

/** The receiver's answer as it is stored. */
export const answerOf = ({ status, headers, body, durationMs, error }: WebhookAnswer): Answered => ({
  responseCode: status,
  responseHeaders: headers,
  responseBody: body,
  durationMs,
  errorMessage: error,
  deliveredAt: instant(),
});

export const isSuccess = ({ responseCode }: Answered): boolean => responseCode >= 200 && responseCode < 300;
