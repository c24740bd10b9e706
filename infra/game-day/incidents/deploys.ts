import type { Incident } from '../incident.ts';
import { redriven, redriveExecutions } from '../redriven.ts';

/** A version that does not work is deployed, and the one before it again. */

const DAY = 24 * 60;

export const DEPLOYS: Incident[] = [
  {
    id: 'deploy-worker',
    title: 'A bad version of the worker that sends mails, and the one before again after an hour',
    rings: ['dead-letters', 'rollout-background', 'queues-delayed'],
    async happens(system) {
      system.watch.broken.add('workers-send-document-email');
      await system.work(12, { mail: true });
      await system.pass(60);
      system.watch.broken.clear();
      await redriven(system, 'document-email');
      await system.pass(30);
    },
  },
  {
    id: 'deploy-schedule',
    title: 'A bad version of a schedule',
    rings: ['schedules-failing', 'rollout-background'],
    async happens(system) {
      system.watch.broken.add('schedules-planned-submissions');
      await system.work(2, { submit: 'planned' });
      await system.pass(4 * 60);
      system.watch.broken.clear();
      await system.pass(60);
    },
  },
  {
    id: 'deploy-backlog',
    title: 'A bad version of all schedules: no work that is due begins',
    rings: ['late-work', 'schedules-failing'],
    async happens(system) {
      for (const name of system.runtime.schedules.names) system.watch.broken.add(`schedules-${name}`);
      await system.work(2, { submit: 'planned' });
      await system.pass(4 * 60);
      system.watch.broken.clear();
      await system.pass(60);
    },
  },
  {
    id: 'deploy-task',
    title: 'A bad version of the task that asks for verdicts, for three hours',
    rings: [],
    async happens(system) {
      system.watch.broken.add('tasks-check-submission');
      await system.work(2, { submit: 'now' });
      await system.pass(3 * 60);
      system.watch.broken.clear();
      await system.pass(4 * 60);
    },
  },
  {
    id: 'deploy-tasks',
    title: 'A bad version of the steps that ask for and record verdicts, for three days',
    rings: ['executions-failed'],
    async happens(system) {
      for (const name of ['check-submission', 'record-no-answer']) system.watch.broken.add(`tasks-${name}`);
      await system.work(2, { submit: 'now' });
      await system.pass(3 * DAY, 60);
      system.watch.broken.clear();
      await redriveExecutions(system);
      // Each ends without an answer, since none was asked for: it is submitted again, and the authority asked about its upload.
      for (const { id } of system.made) await system.insist('POST', `/api/v1/invoices/${id}/submit`);
      await system.pass(60);
    },
  },
  {
    id: 'deploy-stream',
    title: 'A bad version of the consumer of the table stream, for 14 hours',
    rings: ['workers-publish-changes-behind', 'workers-publish-changes-dead-letters'],
    async happens(system) {
      system.watch.broken.add('workers-publish-changes');
      await system.work(3, { submit: 'planned', mail: true });
      await system.pass(30);
      await system.pass(14 * 60, 60);
      system.watch.broken.clear();
      await system.pass(60);
      await redriven(system, 'outbox');
      await system.pass(60);
    },
  },
  {
    id: 'deploy-issue',
    title: 'A bad version of the endpoint that issues invoices, and the one before again',
    rings: ['api-5xx', 'slo-issue', 'rollout-invoices'],
    async happens(system) {
      await system.work(1);
      system.watch.broken.add('invoices-issue');
      const { id } = system.made[0]!;
      for (let tried = 0; tried < 12; tried++) await system.once('POST', `/api/v1/invoices/${id}/issue`);
      await system.pass(10);
      system.watch.broken.clear();
      await system.work(2);
      await system.pass(60);
    },
  },
  {
    id: 'deploy-rare-endpoint',
    title: 'A bad version of an endpoint that is called once in an hour',
    rings: ['failed-answers'],
    async happens(system) {
      system.watch.broken.add('clients-get');
      for (let hour = 0; hour < 4; hour++) {
        await system.once('GET', `/api/v1/clients/${system.clientId}`);
        await system.pass(60, 60);
      }
    },
  },
];
