import type { Incident } from '../incident.ts';
import { redriven } from '../redriven.ts';

/** Mails cannot be sent, or come back. */

export const MAILS: Incident[] = [
  {
    id: 'mails-throttled',
    title: 'SES has no room for mails for four hours',
    rings: ['incidents'],
    async happens(system) {
      system.runtime.faults.add({ service: 'ses', kind: 'throttle' });
      system.watch.failing = true;
      await system.work(12, { mail: true });
      await system.pass(4 * 60);
      system.runtime.faults.clear();
      system.watch.failing = false;
      await system.pass(2 * 60);
    },
  },
  {
    id: 'mails-fail',
    title: 'SES fails for six hours',
    rings: ['incidents', 'slo-mails'],
    async happens(system) {
      system.runtime.faults.add({ service: 'ses', kind: 'fail' });
      await system.work(12, { mail: true });
      await system.pass(2 * 60);
      await system.pass(4 * 60, 60);
      system.runtime.faults.clear();
      await redriven(system, 'failed-mails');
      await system.pass(30);
    },
  },
  {
    id: 'mails-answers-lost',
    title: 'SES takes twelve mails, and its answers are lost',
    rings: [],
    async happens(system) {
      system.runtime.faults.add({ service: 'ses', kind: 'lostAnswer' });
      await system.work(12, { mail: true });
      system.runtime.faults.clear();
      await system.pass(60);
    },
  },
  {
    id: 'mails-bounce',
    title: 'A company mails to addresses that do not exist, and is reported as spam',
    rings: ['ses-bounces', 'ses-complaints'],
    async happens(system) {
      await system.work(12, { mail: true });
      const mails = await system.runtime.engines.ses.messages();
      const [bounced, complained] = [mails.slice(0, 2), mails.slice(2, 3)];
      for (const { id } of bounced) await system.api('POST', '/_local/ses-events', { body: { messageId: id, type: 'Bounce' } });
      for (const { id } of complained)
        await system.api('POST', '/_local/ses-events', { body: { messageId: id, type: 'Complaint' } });
      system.watch.reputation({ bounces: bounced.length / mails.length, complaints: complained.length / mails.length });
      await system.pass(10);
    },
  },
];
