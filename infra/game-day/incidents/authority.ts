import type { Incident } from '../incident.ts';
import type { System } from '../system.ts';

/** The tax authority is away, or answers what nobody expects. */

const DAY = 24 * 60;

const authority = (system: System, settings: object): Promise<unknown> =>
  system.api('PUT', '/_local/taxauth', { body: settings });

export const AUTHORITY: Incident[] = [
  {
    id: 'authority-away-people',
    title: 'The tax authority is away for three days, and people press "Submit"',
    rings: ['authority-unavailable', 'api-5xx'],
    async happens(system) {
      await authority(system, { mode: 'down' });
      await system.work(8);
      for (const one of system.made) {
        one.submitted = true;
        await system.once('POST', `/api/v1/invoices/${one.id}/submit`);
      }
      await system.pass(30);
      await system.pass(3 * DAY, 60);
      await authority(system, { mode: 'ok' });
      await system.insist('POST', '/api/v1/invoices/bulk-submit', { ids: system.made.map(({ id }) => id) });
      await system.pass(DAY, 60);
    },
  },
  {
    id: 'authority-away-planned',
    title: 'The tax authority is away for three days, with planned submissions and some under way',
    rings: ['authority-unavailable', 'late-submissions'],
    async happens(system) {
      await system.work(2, { submit: 'now' });
      // Nobody knows of two whether they have arrived.
      system.runtime.faults.add({ service: 'taxauth', operation: 'upload', kind: 'lostAnswer', times: 2 });
      for (const id of [await system.draft(), await system.draft()]) {
        const one = await system.issue(id);
        one.submitted = true;
        await system.once('POST', `/api/v1/invoices/${id}/submit`);
      }
      await system.work(8, { submit: 'planned' });
      await authority(system, { mode: 'down' });
      await system.pass(3 * 60);
      await system.pass(3 * DAY, 60);
      await authority(system, { mode: 'ok' });
      // The four that were under way got no answer for ten hours, and are submitted again.
      const { data } = (await system.get('/invoices?status=error&direction=outgoing')) as { data: { id: string }[] };
      for (const { id } of data) await system.insist('POST', `/api/v1/invoices/${id}/submit`);
      await system.pass(DAY, 60);
      return data.length === 4 ? [] : [`${data.length} of 4 invoices are in error.`];
    },
  },
  {
    id: 'authority-rejects',
    title: 'The tax authority rejects every document, by a new rule',
    rings: ['submissions-rejected'],
    async happens(system) {
      await authority(system, { mode: 'reject', errors: ['BR-NEW: a rule of a new release'] });
      await system.work(6, { submit: 'now' });
      await system.pass(60);
      const rejected = (await system.get('/invoices?status=rejected&direction=outgoing')) as { data: unknown[] };
      await authority(system, { mode: 'ok' });
      for (const { id } of system.made) await system.insist('POST', `/api/v1/invoices/${id}/submit`);
      await system.pass(60);
      // Each was sent twice, since the first was rejected.
      for (const one of system.made) one.submissions = 2;
      return rejected.data.length === 6 ? [] : [`${rejected.data.length} of 6 invoices are rejected.`];
    },
  },
  {
    id: 'authority-away-a-month',
    title: 'The tax authority gives no messages for 32 days',
    rings: ['incidents'],
    async happens(system) {
      await system.call('POST', `/api/v1/companies/${system.companyId}/toggle-sync`);
      await system.pass(60);
      await authority(system, { mode: 'down' });
      await system.pass(32 * DAY, DAY);
    },
  },
];
