import { defineSchedule } from '#shared/platform/lambda/worker/define-worker.ts';
import { measureBacklog } from '#shared/app/outbox/backlog.ts';

export const handler = defineSchedule(
  {
    name: 'measure-backlog',
    summary: 'Measures how late the oldest due work of each kind is',
    everyMinutes: 5,
    table: 'read',
  },
  measureBacklog,
);
