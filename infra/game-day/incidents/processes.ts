import { QUEUE_NAMES } from '#shared/platform/aws/queues.ts';
import type { Crash } from '../../local/faults/faults.ts';
import type { Incident } from '../incident.ts';

/** Processes die, messages cannot be read, and the stage stands still. */

/** Where processes die: at one call of a function each, before or after it was executed. */
const DEATHS: Crash[] = ['invoices-create', 'invoices-issue', 'invoices-submit', 'invoice-emails-send'].flatMap(name => [
  { name, call: 2, when: 'before' as const },
  { name, call: 2, when: 'after' as const },
  { name, call: 3, when: 'lostAnswer' as const },
]);
const WORKERS: Crash[] = [
  'workers-publish-changes',
  'workers-send-document-email',
  'tasks-ensure-uploaded',
  'workers-deliver-webhook',
].flatMap(name => [
  { name, call: 1, when: 'before' as const },
  { name, call: 2, when: 'after' as const },
]);

export const PROCESSES: Incident[] = [
  {
    id: 'processes-die',
    title: 'Processes die amid issuing, submitting, mailing and delivering',
    rings: [],
    async happens(system) {
      for (const death of [...DEATHS, ...WORKERS]) {
        system.runtime.faults.crash(death);
        await system.work(1, { submit: 'now', mail: true });
      }
      await system.pass(3 * 60);
    },
  },
  {
    id: 'poison',
    title: 'Each queue gets a message that nobody can read',
    rings: ['dead-letters', 'queues-delayed'],
    async happens(system) {
      for (const queue of QUEUE_NAMES) system.runtime.engines.sqs.deliver(queue, '{"version":"unknown"}');
      await system.work(2, { submit: 'planned', mail: true });
      await system.pass(3 * 60);
    },
  },
];
