import { refreshRates } from '#shared/records/exchange-rates/refresh.ts';
import { defineSchedule } from '#shared/platform/lambda/worker/define-worker.ts';

export const handler = defineSchedule(
  {
    name: 'exchange-rates',
    summary: 'Stores the exchange rates that the national bank has published since the last stored day',
    everyMinutes: 15,
    // The first run reads the files of several years.
    timeoutSeconds: 120,
  },
  refreshRates,
);
