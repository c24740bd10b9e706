import { defineGroupedWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { committedEvents, publishEvents } from '#shared/app/webhooks/deliveries/publish.ts';

export const handler = defineGroupedWorker(
  {
    summary: "Publishes committed events to the company's webhooks",
    queue: 'webhook-events',
    message: committedEvents,
    subjectOf: ({ companyId }) => companyId,
  },
  ([first, ...more]) =>
    first
      ? publishEvents(
          first.companyId,
          [first, ...more].flatMap(({ events }) => events),
          [first, ...more].map(({ waiting }) => waiting),
        )
      : Promise.resolve(),
);
